// Which headers name a column of addresses, and which of several a person would choose.
import { ABOUT, ADDRESS, ANY_ADDRESS, ELECTRONIC, ELSE, FILLERS, FIRST, plain, SECOND, words } from './headerWords.js'

/** Words of a header. A hyphen in `e-mail` is none between words, and CamelCase has one before each capital. */
const wordsOf = (name: string): string[] =>
  plain(name.replace(/([a-z])([A-Z])/g, (_, a, b) => (/^e$/i.test(a) && /^M$/i.test(b) ? a + b : `${a} ${b}`)))
    .replace(/\be[\s._-]?(?=mail|post)/g, 'e')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap(withoutNumber)

/** `emailaddress1`, as CRMs name their fields, is two words; `sha256` is one. */
function withoutNumber(word: string): string[] {
  const [, letters = '', number = ''] = /^(\p{L}+)(\d+)$/u.exec(word) ?? []
  return ADDRESS.has(letters) ? [letters, number] : [word]
}

/** Compared without case, spaces, quotes, `-` and `_`. */
const glued = (name: string): string => name.toLowerCase().replace(/[\s"'_-]/g, '')

/**
 * How likely a header names the column of the addresses to write to: 0 = it names no address; 1 = the address of something
 * else, such as an invoice's; 2 = a further address; 3 = an address of some kind; 4 = simply an address; 5 = `email` itself; 6 = the first one.
 */
export function addressRank(header: string): number {
  const found = header.length > MAX_NAME_LENGTH ? [] : wordsOf(header).filter((word) => !FILLERS.has(word))
  if (!namesAddress(found) || found.some((word) => ABOUT.has(word))) return 0
  const others = found.filter((word) => !ADDRESS.has(word) && !ANY_ADDRESS.has(word) && !ELECTRONIC.has(word))
  const has = (meaning: ReadonlySet<string>) => others.some((word) => meaning.has(word) || meaning.has(firstPart(word)))
  if (has(ELSE)) return 1
  if (has(SECOND) || others.some((word) => /^(?:[2-9]|\d\d+)$/.test(word))) return FURTHER_RANK
  if (has(FIRST)) return 6
  if (others.length > 0) return 3
  return found.length === 1 && found[0] === 'email' ? 5 : 4
}

/** Of a further address of the same person. */
export const FURTHER_RANK = 2
/** From this rank on, a header says that it names addresses, and not which ones. */
export const UNQUALIFIED_RANK = 4

/** Longer text is no header. */
const MAX_NAME_LENGTH = 80

const namesAddress = (found: readonly string[]): boolean =>
  found.some((word) => ADDRESS.has(word) || firstPart(word) !== '') ||
  (found.some((word) => ANY_ADDRESS.has(word)) && found.some((word) => ELECTRONIC.has(word)))

/** Nouns that are written together, as in German and Dutch: `Rechnungsmail`, `Hauptemailadresse`. */
const COMPOUND = /^(\p{L}{4,}?)e?mail(?:adresse|adres)?$/u
const NOT_EMAIL = words('voice direct')

/** What a compound says before `mail`; empty for other words. */
function firstPart(word: string): string {
  const part = COMPOUND.exec(word)?.[1] ?? ''
  return NOT_EMAIL.has(part) ? '' : part
}

export const isAddressName = (cell: string): boolean => addressRank(cell) > 0

/** The index of the column with this header; undefined if no column has it. */
export function columnCalled(header: readonly string[], name: string): number | undefined {
  const exact = header.findIndex((cell) => cell.trim() === name.trim())
  const column = exact >= 0 ? exact : header.map(glued).indexOf(glued(name))
  return column < 0 ? undefined : column
}
