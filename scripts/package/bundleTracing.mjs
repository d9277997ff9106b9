/**
 * Replaces `dist/observability/tracing/opentelemetry.js` by a bundle of the OpenTelemetry SDK, so that its packages need not
 * be installed with mailproof. Their licences are written beside it.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MODULE = 'observability/tracing/opentelemetry'

await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  // Only the API remains a dependency: prom-client has the same one.
  ssr: { target: 'node', noExternal: true, external: ['@opentelemetry/api'] },
  build: {
    ssr: join(ROOT, `src/${MODULE}.ts`),
    outDir: join(ROOT, 'dist/observability/tracing'),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node20',
    minify: false,
    license: { fileName: 'opentelemetry.licenses.md' },
    rollupOptions: { output: { entryFileNames: 'opentelemetry.js' } },
  },
})
