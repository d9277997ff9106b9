// Stores the times of documents as MongoDB dates, and reads them back as they were.
import type { Document, TimeFormat, Times } from '../../../kernel/ports/documentStore.js'
import { MINUTE_MS } from '../../../kernel/time.js'

/** The times below a member: their format, or by name those below it. */
type TimeTree = TimeFormat | { readonly [member: string]: TimeTree }

/** Years with four digits, which sort alike as text and as times. */
const CANONICAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** Maximum of a Date, in milliseconds. */
const MAX_TIME = 8.64e15

export interface TimeConversion {
  /** The document with its times as dates. A value that is no time in its format stays as it is. */
  encode(document: Document): Document
  /** The document that was encoded. */
  decode(document: Document): Document
  /** A value of a top-level member as it is stored. @throws RangeError when the member must hold a time and does not */
  encodeValue<T>(member: string, value: T): T | Date
}

export function createTimeConversion(times: Times = {}): TimeConversion {
  const tree = treeOf(times)
  if (Object.keys(tree).length === 0) {
    return { encode: (document) => document, decode: (document) => document, encodeValue: (_, value) => value }
  }
  return {
    encode: (document) => convert(document, tree, toDate) as Document,
    decode: (document) => convert(document, tree, fromDate) as Document,
    encodeValue(member, value) {
      const format = tree[member]
      if (typeof format !== 'string') return value
      const date = toDate(value, format)
      if (date instanceof Date) return date
      throw new RangeError(`${member} holds times, but ${JSON.stringify(value)} is not one (${format})`)
    },
  }
}

function treeOf(times: Times): { readonly [member: string]: TimeTree } {
  const tree: { [member: string]: TimeTree } = {}
  for (const [path, format] of Object.entries(times)) {
    const members = path.split('.')
    const last = members.pop()!
    let node = tree
    for (const member of members) {
      node[member] ??= {}
      node = node[member] as { [member: string]: TimeTree }
    }
    node[last] = format
  }
  return tree
}

function convert(
  value: unknown,
  tree: TimeTree,
  convertTime: (value: unknown, format: TimeFormat) => unknown,
): unknown {
  if (typeof tree === 'string') return convertTime(value, tree)
  if (Array.isArray(value)) return value.map((item) => convert(item, tree, convertTime))
  if (typeof value !== 'object' || value === null) return value
  const converted: { [member: string]: unknown } = { ...value }
  for (const member in tree) {
    if (Object.hasOwn(converted, member)) converted[member] = convert(converted[member], tree[member]!, convertTime)
  }
  return converted
}

function toDate(value: unknown, format: TimeFormat): unknown {
  if (format === 'iso') {
    if (typeof value !== 'string' || !CANONICAL.test(value)) return value
    const date = new Date(value)
    // The text of a date that does not exist, such as 30 February, would not survive.
    return !Number.isNaN(date.getTime()) && date.toISOString() === value ? date : value
  }
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return value
  const milliseconds = (value as number) * unitOf(format)
  return Math.abs(milliseconds) <= MAX_TIME ? new Date(milliseconds) : value
}

function fromDate(value: unknown, format: TimeFormat): unknown {
  if (!(value instanceof Date)) return value
  return format === 'iso' ? value.toISOString() : value.getTime() / unitOf(format)
}

const unitOf = (format: TimeFormat): number => (format === 'minutes' ? MINUTE_MS : 1)
