/** Replaces the vendored Scalar reference: `npx tsx web/build/updateScalar.ts <version>`. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { SCALAR } from './paths.js'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('usage: updateScalar.ts <version>')

const directory = mkdtempSync(join(tmpdir(), 'scalar-'))
execFileSync('npm', ['pack', `@scalar/api-reference@${version}`, '--silent'], { cwd: directory })
execFileSync('tar', ['xzf', readdirSync(directory)[0]!], { cwd: directory })
const script = readFileSync(join(directory, 'package/dist/browser/standalone.js'))
rmSync(directory, { recursive: true })

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
writeFileSync(join(SCALAR, 'standalone.js.br'), brotliCompressSync(script, options))
const readme = join(SCALAR, 'README.md')
const text = readFileSync(readme, 'utf8')
  .replace(/^\d+\.\d+\.\d+(?= \(MIT)/m, version)
  .replace(/[0-9a-f]{64}/, createHash('sha256').update(script).digest('hex'))
writeFileSync(readme, text)
