// The built pages, read once with their headers.
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENCODINGS, type Encoding, type Prepared, type Variant, variantOf } from '../httpMessages/prepared.js'
import { createSingleFlight } from '../kernel/concurrency/singleFlight.js'

/** Made by `npm run build:pages`. The path is the same from `src/pages` and from `dist/pages`. */
const DIRECTORY = fileURLToPath(new URL('../../dist/public', import.meta.url))

/** Of the compressed copies that the build makes. */
const EXTENSIONS: { readonly [encoding in Encoding]: string } = { br: '.br', gzip: '.gz' }

/** Names of files in `assets` contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
}

/** A file with the headers that describe it. */
export interface PreparedFile {
  readonly body: Prepared
  readonly headers: { readonly 'Content-Type': string; readonly 'Cache-Control': string }
}

export interface Files {
  has(name: string): boolean
  /** Path of a file in the file system. */
  pathOf(name: string): string
  /**
   * A file as it is sent to a client, read when it is first asked for; all of them are 18 MB.
   * @param accepted content codings that the client accepts
   * @returns undefined if the file has disappeared
   */
  load(name: string, accepted: readonly string[]): PreparedFile | Promise<PreparedFile | undefined>
}

/** The built pages; undefined if they have not been built. */
export function openFiles(directory = DIRECTORY): Files | undefined {
  if (!statSync(directory, { throwIfNoEntry: false })) return undefined
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
      .filter((name) => !/(?:^|[\\/])\./.test(name)),
  )
  const known = new Map<string, PreparedFile>()
  const flight = createSingleFlight<PreparedFile | undefined>()

  async function read(name: string, encoding: Encoding | undefined): Promise<PreparedFile | undefined> {
    const path = `${name}${encoding ? EXTENSIONS[encoding] : ''}`
    try {
      const file = fileOf(name, variantOf(await readFile(join(directory, path)), encoding))
      known.set(path, file)
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  function fileOf(name: string, variant: Variant): PreparedFile {
    return {
      body: { varies: names.has(`${name}${EXTENSIONS.gzip}`), variantFor: () => variant },
      headers: {
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        'Cache-Control': name.startsWith('assets/') ? IMMUTABLE : REVALIDATE,
      },
    }
  }

  return {
    has: (name) => names.has(name),
    pathOf: (name) => join(directory, name),
    load(name, accepted) {
      const encoding = ENCODINGS.find((each) => accepted.includes(each) && names.has(`${name}${EXTENSIONS[each]}`))
      const path = `${name}${encoding ? EXTENSIONS[encoding] : ''}`
      return known.get(path) ?? flight(path, () => read(name, encoding))
    },
  }
}
