/**
 * Replaces modules of `dist` by bundles with the packages that only they use, so that those need not be installed with
 * mailproof. Their licences are written beside them.
 */
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** By module: the packages that remain dependencies, because other code has them too. */
const MODULES = {
  'observability/tracing/opentelemetry': ['@opentelemetry/api'],
  'mcp/sdk': ['zod'],
  'docsSearch/engine': [],
}

for (const [module, external] of Object.entries(MODULES)) {
  const name = basename(module)
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external },
    build: {
      ssr: join(ROOT, `src/${module}.ts`),
      outDir: join(ROOT, 'dist', dirname(module)),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      license: { fileName: `${name}.licenses.md` },
      rollupOptions: { output: { entryFileNames: `${name}.js` } },
    },
  })
}
