/** Prints the script of a form in this directory, as a site would build it: `node build.mjs react`. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const { output } = await build({
  configFile: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    write: false,
    modulePreload: false,
    rollupOptions: { input: fileURLToPath(new URL(`${process.argv[2]}.mjs`, import.meta.url)) },
  },
})
process.stdout.write(output[0].code)
