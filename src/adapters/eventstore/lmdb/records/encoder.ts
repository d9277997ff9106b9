// Writes events in the compact form.
import type { Meta } from '../../../../kernel/envelope.js'
import { createByteWriter } from './byteWriter.js'
import type { Entry, EntryIds } from './dictionary.js'
import { createTextEncoder, type Vocabulary } from './encodeText.js'
import * as tag from './tags.js'
import { isUuid, UUID_LENGTH } from './texts.js'

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
/** Characters besides those of text, generously. */
const VALUE_CHARACTERS = 4
/** Deeper values are stored as JSON, which is parsed without recursion. */
const MAX_DEPTH = 100

type Members = { readonly [name: string]: unknown }

export function createEncoder() {
  const writer = createByteWriter()
  const encodeText = createTextEncoder(writer)
  let vocabulary!: Vocabulary
  let characters = 0
  let depth = 0
  let isTooDeep = false

  function text(value: string): void {
    characters += value.length
    encodeText(value, vocabulary)
  }

  function number(value: number): void {
    if (!Number.isSafeInteger(value)) {
      writer.byte(tag.DOUBLE)
      writer.double(value)
    } else if (value < 0) {
      writer.byte(tag.NEGATIVE)
      writer.varint(-1 - value)
    } else if (value < tag.SMALL_INTEGERS) writer.byte(value)
    else {
      writer.byte(tag.POSITIVE)
      writer.varint(value)
    }
  }

  function members(value: Members): void {
    const names = Object.keys(value)
    const id = vocabulary.ids.shape(names)
    if (id === undefined) {
      if (names.length <= MAX_MEMBERS && names.every((name) => MEMBER.test(name))) vocabulary.wanted.push(names)
      writer.byte(tag.OBJECT)
      writer.varint(names.length)
    } else writer.reference(id)
    for (const name of names) {
      characters += name.length
      if (id === undefined) encodeText(name, vocabulary)
      any(value[name])
    }
  }

  function nested(value: object): void {
    if (depth === MAX_DEPTH) {
      isTooDeep = true
      return
    }
    depth++
    if (Array.isArray(value)) {
      writer.byte(tag.ARRAY)
      writer.varint(value.length)
      for (const item of value) any(item)
    } else members(value as Members)
    depth--
  }

  function any(value: unknown): void {
    characters += VALUE_CHARACTERS
    if (typeof value === 'string') text(value)
    else if (typeof value === 'number') number(value)
    else if (value === null) writer.byte(tag.NULL)
    else if (value === true) writer.byte(tag.TRUE)
    else if (value === false) writer.byte(tag.FALSE)
    else if (typeof value === 'object') nested(value)
    else writer.byte(tag.ABSENT)
  }

  function stream(name: string): void {
    const [before, variable, after] = partsOf(name)
    const canRefer = before !== '' && AFFIX.test(before) && AFFIX.test(after)
    const id = canRefer ? vocabulary.ids.affix(before, after) : undefined
    if (canRefer && id === undefined) vocabulary.wanted.push({ before, after })
    if (id !== undefined) writer.reference(id)
    encodeText(id === undefined ? name : variable, vocabulary)
  }

  /**
   * Encodes an event up to what only its transaction knows, for which the bytes have room.
   * @param ids the dictionary that readers of the record will have
   */
  return function encode(content: Content, ids: EntryIds): Encoded {
    const wanted: Entry[] = []
    vocabulary = { ids, wanted }
    characters = 0
    depth = 0
    isTooDeep = false
    writer.start()
    writer.byte(tag.COMPACT)
    const type = ids.text(content.type)
    if (type === undefined && TYPE.test(content.type)) wanted.push(content.type)
    writer.reference(type ?? 0)
    any(content.id)
    stream(content.stream)
    any(content.data)
    any(content.meta)
    const bytes = type === undefined || isTooDeep ? undefined : writer.end(tag.PLACE_BYTES)
    return { bytes, wanted, characters }
  }
}

/** The parts of a stream name `category-id`: the id starts with a UUID, or ends after its last dot. */
function partsOf(name: string): [before: string, variable: string, after: string] {
  const dash = name.indexOf('-') + 1
  const end = dash + UUID_LENGTH
  if (isUuid(name.slice(dash, end))) return [name.slice(0, dash), name.slice(dash, end), name.slice(end)]
  const start = Math.max(dash, name.lastIndexOf('.') + 1)
  return [name.slice(0, start), name.slice(start), '']
}
