// Reads the files of an npm package in memory, within bounds.
import { gunzipSync } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { ListsRefused } from './refused.js'

/** All that a package may contain when unpacked; the largest has 1.1 MB. */
const MAX_UNPACKED_BYTES = 64 * 1_024 * 1_024
const MANIFEST = 'package.json'

export interface NpmPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Text of the wanted files by path, as far as the package has them. */
  readonly files: ReadonlyMap<string, string>
}

/**
 * Reads files of an npm package in memory; nothing is written to disk and nothing is executed.
 * @param tarball a gzipped tar, whose entries are below one folder
 * @param isWanted whether a file of this path, relative to the package, is needed
 * @throws ListsRefused if it is no package, or too large when unpacked
 */
export function readNpmPackage(tarball: Uint8Array, isWanted: (path: string) => boolean): NpmPackage {
  const files = unpack(inflate(tarball), (path) => path === MANIFEST || isWanted(path))
  const { name, version, license } = parseManifest(files.get(MANIFEST))
  return { name, version, licence: license, files }
}

function inflate(tarball: Uint8Array): Buffer {
  try {
    return gunzipSync(tarball, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_BUFFER_TOO_LARGE') throw new ListsRefused(`A package is damaged or no gzip file (${code}).`)
    throw new ListsRefused(`A package is larger than ${MAX_UNPACKED_BYTES / 1_024 / 1_024} MiB when unpacked.`)
  }
}

function unpack(tar: Buffer, isWanted: (path: string) => boolean): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const parser = new Parser({
    strict: true,
    onReadEntry(entry: ReadEntry) {
      const path = entry.path.slice(entry.path.indexOf('/') + 1)
      if (entry.type !== 'File' || !isWanted(path)) return void entry.resume()
      const chunks: Buffer[] = []
      entry.on('data', (chunk: Buffer) => chunks.push(chunk))
      entry.on('end', () => files.set(path, Buffer.concat(chunks).toString('utf8')))
    },
  })
  let failure: unknown
  parser.on('error', (error: unknown) => {
    failure ??= error
  })
  parser.end(tar)
  if (failure) throw new ListsRefused(`A package is no tar file (${(failure as Error).message}).`)
  return files
}

function parseManifest(text: string | undefined): { name: string; version: string; license: string } {
  try {
    const { name, version, license } = JSON.parse(text ?? '') as { [member: string]: unknown }
    if (isWord(name) && isWord(version))
      return { name, version, license: typeof license === 'string' ? license.replace(/\s+/g, '_') : 'unknown' }
  } catch {}
  throw new ListsRefused('A package has no package.json with name and version.')
}

const isWord = (text: unknown): text is string => typeof text === 'string' && /^[\x21-\x7e]{1,100}$/.test(text)
