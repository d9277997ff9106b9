import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { OUTPUT, SCALAR } from './paths.js'

/** Copies the vendored API reference to the served files. @returns its URL */
export function copyScalar(): string {
  const source = join(SCALAR, 'standalone.js.br')
  const script = brotliDecompressSync(readFileSync(source))
  const name = `assets/scalar-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  writeFileSync(join(OUTPUT, name), script)
  copyFileSync(source, join(OUTPUT, `${name}.br`))
  copyFileSync(join(SCALAR, 'LICENSE'), join(OUTPUT, 'assets/scalar-license.txt'))
  return `/${name}`
}
