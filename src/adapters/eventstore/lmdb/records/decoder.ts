// Reads events in the compact form.
import type { Meta } from '../../../../kernel/envelope.js'
import { base64urlSlice, createByteReader, hexSlice, latin1Slice, utf8Slice } from './byteReader.js'
import type { Entry } from './dictionary.js'
import type { Content } from './encoder.js'
import * as tag from './tags.js'

/** An event as its record has it, without its position. */
interface Decoded extends Content {
  readonly revision: number
  /** Milliseconds since the epoch. */
  readonly time: number
}

/** An object with members in order; copies have its hidden class, which makes them fast to create and to read. */
type Template = Record<string, unknown>

interface Entries {
  /** An entry that is in memory. */
  known(id: number): Entry | undefined
  /** Reads an entry. @throws Error when it is missing */
  read(id: number): Entry
}

export function createDecoder(entries: Entries) {
  const reader = createByteReader()
  const templates = new WeakMap<object, Template>()

  function array(): unknown[] {
    const length = reader.varint()
    // Only in a damaged record, which is decoded for its type and stream.
    if (length > reader.length()) throw new RangeError('longer than its record')
    const items: unknown[] = new Array(length)
    for (let index = 0; index < length; index++) items[index] = value()
    return items
  }

  /** An object whose names are in the record. */
  function object(): object {
    const made = {}
    for (let left = reader.varint(); left > 0; left--) {
      const name = value() as string
      // Assigning `__proto__` would set the prototype.
      Object.defineProperty(made, name, { value: value(), writable: true, enumerable: true, configurable: true })
    }
    return made
  }

  function shaped(names: readonly string[]): object {
    let template = templates.get(names)
    if (!template) {
      template = Object.fromEntries(names.map((name) => [name, undefined]))
      templates.set(names, template)
    }
    const made = { ...template }
    for (let index = 0; index < names.length; index++) made[names[index]!] = value()
    return made
  }

  function entry(id: number): Entry {
    const known = entries.known(id)
    if (known !== undefined) return known
    reader.keep()
    return entries.read(id)
  }

  function referred(high: number): unknown {
    const found = entry(((high & 0x7f) << 8) | reader.byte())
    if (typeof found === 'string') return found
    return 'before' in found ? `${found.before}${value()}${found.after}` : shaped(found)
  }

  function value(): unknown {
    const form = reader.byte()
    if (form < tag.SMALL_INTEGERS) return form
    if (form >= tag.REFERENCE) return referred(form)
    if (form >= tag.SAME_UUID) return reader.sameUuid(form - tag.SAME_UUID)
    if (form <= tag.SHORT_TEXT + tag.SHORT_TEXT_LENGTH) return reader.text(latin1Slice, form - tag.SHORT_TEXT)
    return other(form)
  }

  function other(form: number): unknown {
    switch (form) {
      case tag.ABSENT:
        return undefined
      case tag.NULL:
        return null
      case tag.FALSE:
        return false
      case tag.TRUE:
        return true
      case tag.POSITIVE:
        return reader.varint()
      case tag.NEGATIVE:
        return -1 - reader.varint()
      case tag.DOUBLE:
        return reader.double()
      case tag.TEXT:
        return reader.text(utf8Slice, reader.varint())
      case tag.ESCAPED_TEXT:
        return JSON.parse(reader.text(utf8Slice, reader.varint()))
      case tag.UUID:
        return reader.uuid()
      case tag.HEX:
        return reader.text(hexSlice, reader.varint())
      case tag.BASE64URL:
        return reader.text(base64urlSlice, reader.varint()) + (value() as string)
      case tag.ARRAY:
        return array()
      case tag.OBJECT:
        return object()
      case tag.TIME:
        return new Date(reader.time()).toISOString()
      default:
        throw new Error(`unknown form ${form}`)
    }
  }

  return createReads(reader, value)
}

function createReads(reader: ReturnType<typeof createByteReader>, value: () => unknown) {
  function decodeFrom(record: Uint8Array, types?: ReadonlySet<string>): Decoded | undefined {
    reader.start(record)
    const type = value() as string
    if (types && !types.has(type)) return undefined
    const id = value() as string
    const stream = value() as string
    const data = value()
    const meta = value() as Meta
    return { type, id, stream, data, meta, revision: reader.varint(), time: reader.time() }
  }

  return {
    /**
     * Decodes a record whose checksum is right, in one pass: reading the dictionary may overwrite it.
     * @throws Error when the dictionary lacks an entry, or a later release wrote the record
     */
    decode: (record: Uint8Array): Decoded => decodeFrom(record)!,
    /** The same, of these types only: others are undefined, and not decoded further. */
    decodeOf: (record: Uint8Array, types: ReadonlySet<string>): Decoded | undefined => decodeFrom(record, types),
    /** The record that was decoded last, as it was. */
    last: reader.record,
    /** The type of a record. */
    typeOf(record: Uint8Array): unknown {
      reader.start(record)
      return value()
    },
  }
}
