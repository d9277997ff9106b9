// npm packages as a registry offers them: the sources of the lists, also in other versions.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import { PACKAGE_SOURCES } from '../../src/features/verification/lists/sources.js'

const require = createRequire(import.meta.url)
const BLOCK = 512

/** A package with these files, as a gzipped tar. */
export function packageOf(name: string, version: string, files: { readonly [path: string]: string }): Buffer {
  const all = { 'package.json': JSON.stringify({ name, version, license: 'MIT' }), ...files }
  const blocks = Object.entries(all).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    const header = new Header({ path: `package/${path}`, size: content.length, type: 'File', mode: 0o644 })
    header.encode()
    return [header.block!, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]))
}

/** A package of the registry. */
export interface Offered {
  readonly name: string
  readonly version: string
  readonly tarball: Buffer
}

/**
 * The installed packages of all sources, one of which may have a later version with another list of domains.
 * @param change of `disposable-email-domains`
 */
export function offeredPackages(
  version?: string,
  change?: (domains: readonly string[]) => readonly string[],
): Offered[] {
  const names = [...new Set(PACKAGE_SOURCES.map((source) => source.package))]
  return names.map((name) => {
    const folder = dirname(require.resolve(`${name}/package.json`))
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    const files = Object.fromEntries(
      PACKAGE_SOURCES.filter((source) => source.package === name).map(({ file }) => [file, read(file)]),
    )
    const isChanged = version !== undefined && name === 'disposable-email-domains'
    const offered = isChanged ? version : (JSON.parse(read('package.json')).version as string)
    if (isChanged && change) files['index.json'] = JSON.stringify(change(JSON.parse(files['index.json']!)))
    return { name, version: offered, tarball: packageOf(name, offered, files) }
  })
}

export const integrityOf = (content: Buffer): string =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`
