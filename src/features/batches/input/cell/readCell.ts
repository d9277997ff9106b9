// Reads the address in a cell of an uploaded file as a person would, without names, labels and quotes.
import { withoutInvisible } from './invisible.js'
import { type CellPart, partsOf } from './mailboxes.js'

/** What was removed to get at an address. */
export type Repair = 'name' | 'mailto' | 'invisible' | 'quotes'

/** What a cell in a column of addresses holds. */
export interface CellReading {
  /** The first address, or the text of a cell without one; null for a cell in which nothing is visible. */
  readonly email: string | null
  readonly repairs: readonly Repair[]
  /** Number of addresses after the first. */
  readonly further: number
}

/** One `@`, and only characters that need no repair. */
const PLAIN = /^[\w!#$%&*+./=?^`{|}~-]+@[\w.-]+$/

/** Whether a cell is an address as it stands, if it is one at all: nearly every cell is, and needs no more work. */
export const isPlain = (cell: string): boolean => PLAIN.test(cell)

/**
 * Reads a cell as a person would. Space around an address is no part of it; names, comments and brackets (RFC 5322 section
 * 3.4), `mailto:` (RFC 6068) or another label, quotes and invisible characters are removed. Anything else stays as it is, to
 * be judged as it is.
 */
export function readCell(cell: string): CellReading {
  if (isPlain(cell)) return { email: cell, repairs: [], further: 0 }
  const visible = withoutInvisible(cell)
  const cellText = visible.trim()
  const link = LINK.exec(cellText.slice(0, MAX_READ))
    ?.slice(1)
    .find((each) => each !== undefined)
  const text = link ?? cellText
  if (text === '') return { email: null, repairs: [], further: 0 }
  const parts = partsOf(text.slice(0, MAX_READ))
  const addresses = parts.filter((part) => part.text.includes('@'))
  const [first] = addresses
  // Words beside a single address may be a part of it: `jane@gmail,com`.
  const isWhole = !first || (addresses.length === 1 && parts.length > 1 && !first.named && !DIRECTORY.test(first.text))
  const repairs = new Set<Repair>(visible === cell ? [] : ['invisible'])
  if (link !== undefined) repairs.add('mailto')
  const part = isWhole ? { text, named: false } : first
  const email = peel(part, repairs)
  if (!isWhole && !part.named && addresses.length === 1 && part.text !== text) repairs.add('quotes')
  return {
    email: email === '' ? null : email,
    repairs: first ? [...repairs] : [],
    further: first ? addresses.length - 1 + countAts(text, MAX_READ) : 0,
  }
}

/** The target of a link in HTML or in a formula of a spreadsheet. */
const LINK = /^<a\s[^<>]*?href=["']?(mailto:[^"'<>\s]+)|^=hyperlink\(\s*"([^"]*)"/i
/** An address among others of a directory, such as X.400: Active Directory's `proxyAddresses`. */
const DIRECTORY = /^smtp:/i
/** Characters of a cell that are read; beyond them, addresses are only counted. */
const MAX_READ = 4_096

function countAts(text: string, from: number): number {
  let count = 0
  for (let at = text.indexOf('@', from); at >= 0; at = text.indexOf('@', at + 1)) count++
  return count
}

/** The address in a cell, or the text of a cell without one. */
export const extractAddress = (cell: string): string => readCell(cell).email ?? ''

/** Pairs of marks around an address, and typographic ones that close an opening mark of another language. */
const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|\[(.*)\]|[\u2018-\u201f\u00ab\u2039](.*)[\u2018-\u201f\u00bb\u203a])$/s
/** A label before an address, which has no colon before its `@` unless quoted. */
const LABEL = /^([^@:"<>]*):\s*/
/**
 * What marks a cell as text for spreadsheets: an apostrophe, which downloads write before what may act as a formula; or
 * an equals sign before quotes.
 */
const TEXT_MARK = /^'(?=\s*[=+\-@]|[\t\r\n])|^=(?=")/
/** Layers that are removed; more would be an attack. */
const MAX_LAYERS = 4

function peel({ text, named }: CellPart, repairs: Set<Repair>): string {
  if (named) repairs.add('name')
  let rest = text.trim()
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const unquoted =
      QUOTED.exec(rest)
        ?.slice(1)
        .find((each) => each !== undefined) ?? rest.replace(TEXT_MARK, '')
    const address = unlabelled(unquoted.trim())
    if (unquoted !== rest) repairs.add('quotes')
    if (address !== unquoted.trim()) repairs.add('mailto')
    if (address === rest) return rest
    rest = address
  }
  return rest
}

function unlabelled(text: string): string {
  const label = text.includes('@') ? LABEL.exec(text) : null
  if (!label) return text
  const address = text.slice(label[0].length)
  return label[1]!.trim().toLowerCase() === 'mailto' ? uriAddress(address) : address
}

/** The address of a `mailto:` URI, without header fields; RFC 6068 section 2. Only ASCII is decoded: a file may have no other. */
function uriAddress(uri: string): string {
  const [to = ''] = uri.split('?', 1)
  return to.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
