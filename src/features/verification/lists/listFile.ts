import { createHash } from 'node:crypto'
import { compileDomains } from './compile.js'
import type { PackagedList } from './sources.js'

const HASH_DIGITS = 12

interface ListFileOptions {
  /**
   * The day of this version, `2026-11-26`.
   * @param hash of the content, which the date is not part of
   */
  readonly dateOf: (hash: string) => string
  /** Lines before the domains: what the program knows beyond them. */
  readonly sections?: readonly string[]
  readonly comments?: readonly string[]
}

/**
 * Compiles lists into the file that the service reads: sources, then sections, then one line per domain. Deterministic for
 * the same lists, curated files and date. The version is the date and a hash of domains and of
 * their sources.
 */
export const compileListFile = (lists: readonly PackagedList[], options: ListFileOptions): string =>
  writeListFile(
    [...lists, OWN],
    [...compileDomains(lists)].map(([domain, codes]) => `${domain} ${codes}`),
    options,
  )

/** @param domains lines of `domain codes`, sorted */
export function writeListFile(
  lists: readonly Omit<PackagedList, 'entries'>[],
  domains: readonly string[],
  { dateOf, sections = [], comments = [] }: ListFileOptions,
): string {
  const sources = lists.map(
    ({ code, name, version, licence }) => `# source ${code || '-'} ${name} ${version} ${licence}`,
  )
  const hash = hashOf([...sources.filter((line) => !line.startsWith('# source - ')), ...domains])
  return [
    ...comments,
    `# version ${dateOf(hash)}.${hash}`,
    ...sources,
    `# domains ${domains.length}`,
    '',
    ...sections,
    '[domains]',
    ...domains,
    '',
  ].join('\n')
}

/** The lists curated in this repository. */
const OWN = { code: 'c', name: 'mailproof', version: '1', licence: 'MIT' }

const hashOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, HASH_DIGITS)
