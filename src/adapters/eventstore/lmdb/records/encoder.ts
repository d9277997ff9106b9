// Writes events in the compact form.
import type { Meta } from '../../../../kernel/envelope.js'
import { isWellFormed, writeNumber } from '../../../lmdb/bytes.js'
import type { Entry, EntryIds } from './dictionary.js'
import * as tag from './tags.js'
import { isAscii, isBase64Url, isHex, timeOf, writeUuid } from './texts.js'
import { writeVarint } from './varint.js'

/** What of an event is known before its transaction. */
export interface Content {
  readonly id: string
  readonly type: string
  readonly stream: string
  /** Plain JSON values. */
  readonly data: unknown
  readonly meta: Meta
}

export interface Encoded {
  /** undefined if only JSON can express the event: readers must find its type without decoding the rest. */
  readonly bytes: Buffer | undefined
  /** Entries that the dictionary should have; until then their values are written in full. */
  readonly wanted: readonly Entry[]
  /** Characters of the event's JSON, roughly: each takes at most six bytes. */
  readonly characters: number
}

const TYPE = /^[A-Za-z][A-Za-z0-9]{0,63}$/
const MEMBER = /^[A-Za-z][A-Za-z0-9_]{0,59}$/
const MAX_MEMBERS = 64
const AFFIX = /^[a-z0-9._-]{0,16}$/
/**
 * Texts that may enter the dictionary: names of things, months, versions of lists. Neither domains nor anything sealed or hashed, which would stay in
 * it when its events are gone.
 */
const WORD = /^(?:[a-z0-9][a-z0-9_-]{1,23}|\d{4}-\d{2}-\d{2}\.[0-9a-f]{12})$/
/** Occurrences after which a text is wanted in the dictionary. */
const FREQUENT = 16
const MAX_COUNTED = 4_096
const UUID_LENGTH = 36
const NUMBER_CHARACTERS = 4
/** Deeper values are stored as JSON, which is parsed without recursion. */
const MAX_DEPTH = 100

export function createEncoder() {
  let target = Buffer.allocUnsafeSlow(64 * 1024)
  let at = 0
  let characters = 0
  let uuids = 0
  let depth = 0
  let isTooDeep = false
  const knownUuids: string[] = new Array(tag.SAME_UUIDS).fill('')
  let ids!: EntryIds
  let wanted: Entry[] = []
  const counts = new Map<string, number>()

  function reserve(bytes: number): void {
    if (at + bytes <= target.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(target.length * 2, at + bytes))
    target.copy(larger, 0, 0, at)
    target = larger
  }

  function varint(value: number): void {
    at = writeVarint(value, target, at)
  }

  function reference(id: number): void {
    target[at++] = tag.REFERENCE | (id >>> 8)
    target[at++] = id & 0xff
  }

  /** @returns false if the text is no UUID */
  function uuid(text: string): boolean {
    for (let index = 0; index < uuids; index++) {
      if (knownUuids[index] !== text) continue
      target[at++] = tag.SAME_UUID + index
      return true
    }
    if (!writeUuid(text, target, at + 1)) return false
    if (uuids < tag.SAME_UUIDS) knownUuids[uuids++] = text
    target[at] = tag.UUID
    at += 17
    return true
  }

  function binary(form: number, text: string, encoding: 'hex' | 'base64url', bytes: number): void {
    target[at++] = form
    varint(bytes)
    at += target.write(text, at, bytes, encoding)
  }

  /** A word that occurs often is wanted in the dictionary. */
  function count(text: string): void {
    if (!WORD.test(text) || isHex(text)) return
    const occurrences = (counts.get(text) ?? 0) + 1
    if (occurrences >= FREQUENT) wanted.push(text)
    if (counts.size >= MAX_COUNTED) counts.clear()
    counts.set(text, occurrences)
  }

  function utf8(form: number, text: string): void {
    const bytes = Buffer.byteLength(text)
    target[at++] = form
    varint(bytes)
    at += target.write(text, at)
  }

  function text(value: string): void {
    const { length } = value
    characters += length + 3
    reserve(length * 6 + 32)
    if (length === UUID_LENGTH && uuid(value)) return
    const id = ids.text(value)
    if (id !== undefined) return reference(id)
    if (length <= tag.SHORT_TEXT_LENGTH) {
      count(value)
      const time = timeOf(value)
      if (time !== undefined) {
        target[at++] = tag.TIME
        at = writeNumber(time, target, at)
        return
      }
    }
    if (isHex(value)) return binary(tag.HEX, value, 'hex', length / 2)
    if (isBase64Url(value)) {
      const whole = length - (length % 4)
      binary(tag.BASE64URL, value.slice(0, whole), 'base64url', (whole / 4) * 3)
      return shortText(value.slice(whole))
    }
    if (length <= tag.SHORT_TEXT_LENGTH && isAscii(value)) return shortText(value)
    if (isWellFormed(value)) utf8(tag.TEXT, value)
    else utf8(tag.ESCAPED_TEXT, JSON.stringify(value))
  }

  function shortText(value: string): void {
    target[at++] = tag.SHORT_TEXT + value.length
    for (let index = 0; index < value.length; index++) target[at++] = value.charCodeAt(index)
  }

  function number(value: number): void {
    characters += NUMBER_CHARACTERS
    reserve(16)
    if (!Number.isSafeInteger(value)) {
      target[at++] = tag.DOUBLE
      at = target.writeDoubleLE(value, at)
    } else if (value < 0) {
      target[at++] = tag.NEGATIVE
      varint(-1 - value)
    } else if (value < tag.SMALL_INTEGERS) target[at++] = value
    else {
      target[at++] = tag.POSITIVE
      varint(value)
    }
  }

  function members(value: { readonly [name: string]: unknown }): void {
    const names = Object.keys(value)
    reserve(16)
    const id = ids.shape(names)
    if (id === undefined) {
      if (names.length <= MAX_MEMBERS && names.every((name) => MEMBER.test(name))) wanted.push(names)
      target[at++] = tag.OBJECT
      varint(names.length)
    } else reference(id)
    for (const name of names) {
      if (id === undefined) text(name)
      else characters += name.length + 3
      any(value[name])
    }
  }

  function any(value: unknown): void {
    if (typeof value === 'string') return text(value)
    if (typeof value === 'number') return number(value)
    reserve(16)
    characters += 1
    if (typeof value === 'object' && value !== null) return nested(value)
    if (value === null) target[at++] = tag.NULL
    else if (value === true) target[at++] = tag.TRUE
    else if (value === false) target[at++] = tag.FALSE
    else target[at++] = tag.ABSENT
  }

  function nested(value: object): void {
    if (depth === MAX_DEPTH) {
      isTooDeep = true
      return
    }
    depth++
    if (Array.isArray(value)) {
      target[at++] = tag.ARRAY
      varint(value.length)
      for (const item of value) any(item)
    } else members(value as { readonly [name: string]: unknown })
    depth--
  }

  /** A stream name: `category-id`, where the id starts with a UUID, or ends after the last dot. */
  function stream(name: string): void {
    const dash = name.indexOf('-') + 1
    const rest = name.slice(dash)
    const start = dash + rest.lastIndexOf('.') + 1
    const first = name.slice(dash, dash + UUID_LENGTH)
    const isFirst = first.length === UUID_LENGTH && isUuid(first)
    const [from, to] = isFirst ? [dash, dash + UUID_LENGTH] : [start, name.length]
    const before = name.slice(0, from)
    const after = name.slice(to)
    if (before === '' || !AFFIX.test(before) || !AFFIX.test(after)) return text(name)
    const id = ids.affix(before, after)
    if (id === undefined) {
      wanted.push({ before, after })
      return text(name)
    }
    reserve(16)
    reference(id)
    text(name.slice(from, to))
  }

  function isUuid(value: string): boolean {
    reserve(32)
    return writeUuid(value, target, at)
  }

  /**
   * Encodes an event up to what only its transaction knows, for which the bytes have room.
   * @param known the dictionary that a reader of the record will have
   */
  return function encode(content: Content, known: EntryIds): Encoded {
    at = 0
    characters = 0
    uuids = 0
    depth = 0
    isTooDeep = false
    ids = known
    wanted = []
    target[at++] = tag.COMPACT
    const type = ids.text(content.type)
    if (type === undefined && TYPE.test(content.type)) wanted.push(content.type)
    reference(type ?? 0)
    text(content.id)
    stream(content.stream)
    any(content.data)
    any(content.meta)
    if (type === undefined || isTooDeep) return { bytes: undefined, wanted, characters }
    const bytes = Buffer.allocUnsafe(at + tag.PLACE_BYTES)
    target.copy(bytes, 0, 0, at)
    return { bytes, wanted, characters }
  }
}
