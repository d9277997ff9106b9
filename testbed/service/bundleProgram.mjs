/**
 * Bundles the built program with most of its packages, for processes that tests start again and again: Node takes half as
 * long to load a hundred files as to load twelve hundred. They are CommonJS, whose compiled code can be kept (`bundledProgram.cjs`).
 * See ADR 56.
 */
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DIST = join(ROOT, 'dist')
/** Packages with files of their own beside their code, and one that is optional. */
const UNBUNDLED = ['lmdb', 'fs-native-extensions', '@kurrent/kurrentdb-client', 'class-validator']

await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  ssr: { target: 'node', noExternal: true, external: UNBUNDLED },
  plugins: [
    {
      name: 'files are found from where the module was',
      transform: (code, id) =>
        id.startsWith(DIST) ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : undefined,
    },
  ],
  build: {
    ssr: join(DIST, 'main.js'),
    outDir: join(ROOT, 'node_modules', '.mailproof-program'),
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    rolldownOptions: { output: { format: 'cjs' } },
    minify: false,
    sourcemap: false,
  },
})
