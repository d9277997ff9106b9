// Compiles new lists from npm packages or a list file, and checks them against those in use.
import { gunzipSync } from 'node:zlib'
import { CODES, type ListSource, readTableHeader } from '../../engine/lists/file.js'
import { createLists } from '../../engine/lists/lists.js'
import { readEmbeddedLists } from '../../engine/lists/loadLists.js'
import { isListable } from '../compile.js'
import { compileListFile, writeListFile } from '../listFile.js'
import { PACKAGE_SOURCES, type PackagedList, readPackageSource, readVendoredLists } from '../sources.js'
import { checkCanaries } from './canaries.js'
import { checkSize, sizesOf } from './checkSize.js'
import { checkSource } from './checkSource.js'
import { readNpmPackage } from './npmPackage.js'
import { ListsRefused } from './refused.js'

/** What new lists are made from. */
export type Material =
  /** The npm packages of all sources, as gzipped tar files in any order. */
  | { readonly packages: readonly Uint8Array[] }
  /** A list file of this program, possibly gzipped. */
  | { readonly file: Uint8Array }

/** New lists that have passed every check. */
export interface Candidate {
  readonly version: string
  readonly sources: readonly ListSource[]
  readonly domains: number
  /** Domains that the lists in use do not have, and the reverse. */
  readonly added: number
  readonly removed: number
  /** A list file without sections beside the domains. */
  readonly content: Buffer
}

/**
 * Compiles new lists and checks them against those in use. Takes a second or two of CPU time and 150 MB, so it
 * runs in a process of its own.
 * @param installed the list file in use; undefined if it is the embedded one
 * @param today `2026-11-26`
 * @throws ListsRefused
 */
export function prepareCandidate(material: Material, installed: Buffer | undefined, today: string): Candidate {
  const embedded = readEmbeddedLists()
  const used = installed ?? embedded
  const content = Buffer.from(
    'packages' in material ? fromPackages(material.packages, today) : fromFile(material.file, today),
  )
  const before = createLists(used, embedded)
  // By itself: what the program knows of providers would hide that a list calls one disposable.
  const after = createLists(content)
  const [oldLines, newLines] = [linesOf(used), linesOf(content)]
  const nameOf = (code: string) => before.sources.find((source) => source.code === code)?.name ?? code
  checkSize(sizesOf(oldLines), sizesOf(newLines), nameOf)
  checkCanaries(before, after)
  const [old, now] = [oldLines, newLines].map((lines) => new Set(lines.map(nameIn))) as [Set<string>, Set<string>]
  return {
    version: after.version,
    sources: after.sources,
    domains: now.size,
    added: [...now].filter((name) => !old.has(name)).length,
    removed: [...old].filter((name) => !now.has(name)).length,
    content,
  }
}

const nameIn = (line: string) => line.slice(0, line.indexOf(' '))

const linesOf = (bytes: Buffer): readonly string[] =>
  bytes.toString('latin1', readTableHeader(bytes).domainsAt).split('\n').slice(0, -1)

function fromPackages(tarballs: readonly Uint8Array[], today: string): string {
  const wanted = new Set(PACKAGE_SOURCES.map(({ file }) => file))
  const packages = new Map(
    tarballs.map((tarball) => {
      const found = readNpmPackage(tarball, (path) => wanted.has(path))
      return [found.name, found]
    }),
  )
  const lists = PACKAGE_SOURCES.map((source): PackagedList => {
    const found = packages.get(source.package)
    if (!found) throw new ListsRefused(`The package ${source.package} is missing.`)
    const { version, licence, files } = found
    const text = files.get(source.file)
    if (text === undefined) throw new ListsRefused(`${source.package} ${version} has no file ${source.file}.`)
    try {
      return readPackageSource(source, { version, licence }, text)
    } catch {
      throw new ListsRefused(`${source.package} ${version} has another format: ${source.file} cannot be read.`)
    }
  })
  for (const list of lists) checkSource(list)
  return compileListFile([...lists, ...readVendoredLists()], { dateOf: () => today })
}

const MAX_FILE_BYTES = 64 * 1_024 * 1_024
const GZIP = [0x1f, 0x8b]
const LINE = /^[a-z0-9.-]{4,253} ([a-zA-Z]{1,20})$/
const LETTERS: ReadonlySet<string> = new Set(Object.values(CODES).join(''))

/** Checks every line: a file may come from anywhere, and the table trusts its bytes. */
function fromFile(given: Uint8Array, today: string): string {
  const bytes = GZIP.every((byte, index) => given[index] === byte) ? inflate(given) : Buffer.from(given)
  const header = headerOf(bytes)
  const { version, sources, domainCount } = header
  const lines = linesOf(bytes)
  for (const [index, line] of lines.entries()) {
    const codes = LINE.exec(line)?.[1]
    const name = nameIn(line)
    if (codes === undefined || [...codes].some((code) => !LETTERS.has(code)) || !isListable(name))
      throw new ListsRefused(
        `Line ${index + 1} of the domains is not a domain with the letters of its lists: ${JSON.stringify(line.slice(0, 60))}.`,
      )
  }
  if (lines.length !== domainCount)
    throw new ListsRefused(
      `The file is incomplete, or was changed: its header says ${domainCount} domains, but it has ${lines.length}.`,
    )
  const [date] = version.split('.')
  return writeListFile(sources, lines, { dateOf: () => (date && isDay(date) && date <= today ? date : today) })
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

function headerOf(bytes: Buffer) {
  try {
    return readTableHeader(bytes)
  } catch {
    throw new ListsRefused('The file is not a list file of mailproof: it has no [domains] section.')
  }
}

function inflate(bytes: Uint8Array): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES })
  } catch {
    throw new ListsRefused('The file is damaged, or too large when unpacked.')
  }
}
