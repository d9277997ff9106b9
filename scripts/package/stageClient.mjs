/** Copies the built client into packages/client, from where `npm pack` and `npm publish` take it. */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = join(ROOT, 'dist/client')
const STAGED = join(ROOT, 'packages/client/dist')

if (!existsSync(join(BUILT, 'index.d.ts')))
  throw new Error(`${BUILT} has no declarations: run \`npm run build\` first.`)
rmSync(STAGED, { recursive: true, force: true })
for (const name of readdirSync(BUILT).filter((name) => /\.(js|d\.ts)$/.test(name)))
  cpSync(join(BUILT, name), join(STAGED, name))
