import { buildClientPackage } from './generate/clientPackage.js'
import { buildDashboard } from './generate/dashboard.js'
import { buildDocs } from './generate/docs.js'
import { buildDotenv } from './generate/dotenv.js'
import { buildEventsPage } from './generate/events.js'
import { buildExportsPage } from './generate/exports.js'
import { findStale, write } from './generate/files.js'
import { buildGraphql } from './generate/graphql.js'
import { buildLimits } from './generate/limits.js'
import { buildOpenapi } from './generate/openapi.js'
import { buildLists } from './lists/build.js'

const ROOT = new URL('../', import.meta.url)

/** `npm run generate` writes every generated file; `--check` only lists stale ones (exit code 1). */
const files = [
  ...(await buildOpenapi(ROOT)),
  ...buildGraphql(),
  ...(await buildDashboard(ROOT)),
  ...buildDocs(),
  ...buildDotenv(),
  ...(await buildLimits(ROOT)),
  ...buildEventsPage(),
  ...buildExportsPage(),
  ...buildLists(),
  ...(await buildClientPackage(ROOT)),
]
const stale = await findStale(ROOT, files)
const names = stale.map(({ path }) => `  ${path}`).join('\n')

if (stale.length === 0) {
  console.log(`All ${files.length} generated files are up to date.`)
} else if (process.argv.includes('--check')) {
  console.error(`Stale generated files; run \`npm run generate\`:\n${names}`)
  process.exitCode = 1
} else {
  await write(ROOT, stale)
  console.log(`Generated:\n${names}`)
}
