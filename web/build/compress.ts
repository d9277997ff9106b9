import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Not the pages, which the service fills in and compresses itself. */
const COMPRESSIBLE = /\.(js|css|json|svg|ttf)$|assets[\\/].*\.(md|txt)$/
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1_000
/** Quality 11 takes much longer for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const toBrotli = promisify(brotliCompress) as (bytes: Buffer, options: typeof BROTLI) => Promise<Buffer>
const toGzip = promisify(gzip) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>

/** Writes a `.br` and a `.gz` next to every compressible file of a directory. */
export async function compressAll(directory: string): Promise<void> {
  const names = readdirSync(directory, { recursive: true }).map(String)
  await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(directory, name))))
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const known = existsSync(`${path}.br`)
  const [brotli, zipped] = await Promise.all([known ? undefined : toBrotli(bytes, BROTLI), toGzip(bytes, { level: 9 })])
  if (brotli) await writeFile(`${path}.br`, brotli)
  await writeFile(`${path}.gz`, zipped)
}
