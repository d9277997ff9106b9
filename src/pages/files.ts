// The built pages, read once with their headers.
import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from '../api/rest/html.js'
import { compress, ENCODINGS, type Encoding, type Prepared, type Variant, variantOf } from '../httpMessages/prepared.js'
import type { Headers } from '../httpMessages/send.js'
import { createSingleFlight } from '../kernel/concurrency/singleFlight.js'

/** Made by `npm run build:pages`. The path is the same from `src/pages` and from `dist/pages`. */
const DIRECTORY = fileURLToPath(new URL('../../dist/public', import.meta.url))

/** Of the compressed copies that the build makes. */
const EXTENSIONS: { readonly [encoding in Encoding]: string } = { br: '.br', gzip: '.gz' }

/** Names of files in `assets` contain a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** The one file that is for pages of other sites. */
export const FOREIGN = 'widget.js'
/** Pages of every site may load it, also those that load only what says so (COEP). Its name stays, so caches keep it briefly. */
const WIDGET = {
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
}

/** Texts in which the build left a place for the service's URL. */
const TEMPLATES = new Set(['.html', '.md', '.txt'])
const ORIGIN = '{{origin}}'

/** A file with the headers that describe it. */
export interface PreparedFile {
  readonly body: Prepared
  readonly headers: Readonly<Headers>
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

/** The built pages; undefined if they have not been built. @param baseUrl the service's URL */
export function openFiles(baseUrl: string, directory = DIRECTORY): Files | undefined {
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
    const path = pathIn(name, encoding)
    try {
      const bytes = isTemplate(name) ? await fill(name, encoding) : await readFile(join(directory, path))
      const file = fileOf(name, variantOf(bytes, encoding))
      known.set(path, file)
      return file
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  /** A template with the service's URL, compressed. */
  async function fill(name: string, encoding: Encoding | undefined): Promise<Buffer> {
    const origin = extname(name) === '.html' ? escapeHtml(baseUrl) : baseUrl
    const text = Buffer.from((await readFile(join(directory, name), 'utf8')).replaceAll(ORIGIN, origin))
    return encoding ? compress[encoding](text) : text
  }

  /** Whether there is that variant of a file: the build compresses files, the service what it fills in. */
  const hasVariant = (name: string, encoding: Encoding): boolean =>
    isTemplate(name) || names.has(`${name}${EXTENSIONS[encoding]}`)

  function fileOf(name: string, variant: Variant): PreparedFile {
    return {
      body: { varies: hasVariant(name, 'gzip'), variantFor: () => variant },
      headers: {
        'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
        'Cache-Control': name.startsWith('assets/') ? IMMUTABLE : REVALIDATE,
        ...(name === FOREIGN && WIDGET),
      },
    }
  }

  return {
    has: (name) => names.has(name),
    pathOf: (name) => join(directory, name),
    load(name, accepted) {
      const encoding = ENCODINGS.find((each) => accepted.includes(each) && hasVariant(name, each))
      const path = pathIn(name, encoding)
      return known.get(path) ?? flight(path, () => read(name, encoding))
    },
  }
}

const pathIn = (name: string, encoding: Encoding | undefined): string =>
  `${name}${encoding ? EXTENSIONS[encoding] : ''}`

/** Licences of scripts are not written by us. */
const isTemplate = (name: string): boolean => TEMPLATES.has(extname(name)) && !name.startsWith('assets/')
