// Fetches what new lists are made from: npm packages or a list file, by URL or from disk.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Downloader } from '../../../../kernel/ports/outbound.js'
import type { ListSource } from '../../engine/lists/file.js'
import type { Material } from './candidate.js'
import { download, fetchPackages } from './registry.js'
import { ListsUnreachable } from './unreachable.js'

const MAX_FILE_BYTES = 64_000_000
const LIST_FILE = { timeoutMs: 120_000, maxBytes: MAX_FILE_BYTES }
const MAX_PACKAGES = 100

interface CollectOptions {
  readonly get: Downloader['get']
  /** The sources of the lists in use. */
  readonly used: readonly ListSource[]
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads what new lists are made from: a registry of npm packages or a list file (`.txt`, `.gz`) by its URL, a list file, or
 * a folder of npm packages (`.tgz`).
 * @param from URL or path
 * @returns undefined if a registry has no newer packages than those in use
 * @throws ListsUnreachable, ListsRefused
 */
export async function collect(from: string, options: CollectOptions): Promise<Material | undefined> {
  if (!isUrl(from)) return readFromDisk(from)
  if (/\.(txt|gz)$/.test(new URL(from).pathname)) return { file: await download(from, LIST_FILE, options) }
  const packages = await fetchPackages({ ...options, registry: from.replace(/\/+$/, '') })
  return packages && { packages }
}

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

async function readFromDisk(path: string): Promise<Material> {
  try {
    if (!(await stat(path)).isDirectory())
      return path.endsWith('.tgz') ? { packages: [await readBounded(path)] } : { file: await readBounded(path) }
    const names = (await readdir(path)).filter((name) => name.endsWith('.tgz')).slice(0, MAX_PACKAGES)
    const packages: Buffer[] = []
    for (const name of names) packages.push(await readBounded(join(path, name)))
    return { packages }
  } catch (error) {
    if (error instanceof ListsUnreachable) throw error
    throw new ListsUnreachable(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function readBounded(path: string): Promise<Buffer> {
  const { size } = await stat(path)
  if (size > MAX_FILE_BYTES) throw new ListsUnreachable(`${path} is larger than ${MAX_FILE_BYTES} bytes.`)
  return readFile(path)
}
