import { join } from 'node:path'
import { build } from 'vite'
import { OUTPUT, WEB } from './paths.js'

/** Builds `widget.js`: one file for pages of other sites, as a script and as a module, under a name that stays. */
export async function buildWidget(): Promise<void> {
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: OUTPUT,
      emptyOutDir: false,
      target: 'es2020',
      modulePreload: false,
      rollupOptions: {
        input: join(WEB, 'widget/main.ts'),
        output: { format: 'iife', entryFileNames: 'widget.js' },
      },
    },
  })
}
