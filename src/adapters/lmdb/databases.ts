// The databases in an LMDB file: reads of them, and how their keys and values are coded and checked.
import type { Database, DatabaseOptions, RootDatabase } from 'lmdb'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { readNumber, writeNumber } from './bytes.js'
import { CHECKSUM_BYTES, hasChecksum, writeChecksum } from './checksum.js'

/** How a database encodes keys and values as bytes; by default both are bytes already. */
interface Coding<Value> {
  readonly keyEncoder?: {
    writeKey(key: any, target: Buffer, start: number): number
    readKey(source: Buffer, start: number, end: number): any
  }
  readonly encoder?: {
    /** The bytes that `encode` returns may be overwritten by the next call, so lmdb must copy them. */
    readonly copyBuffers: true
    encode(value: Value): Uint8Array
    decode(bytes: Uint8Array): Value
  }
}

/** Keys that are numbers, in their order. */
export const numberKeys: NonNullable<Coding<unknown>['keyEncoder']> = { writeKey: writeNumber, readKey: readNumber }

export function openDatabase<Value, Key extends number | Uint8Array = Uint8Array>(
  environment: RootDatabase,
  name: string,
  { keyEncoder, encoder }: Coding<Value> = {},
): Database<Value, Key> {
  const options = {
    ...(keyEncoder ? { keyEncoder } : { keyEncoding: 'binary' as const }),
    ...(encoder ? { encoder } : { encoding: 'binary' as const }),
  }
  return environment.openDB<Value, Key>(name, options as DatabaseOptions)
}

/** Runs a read, and turns errors of lmdb into StoreUnavailable. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable('the store cannot be read', { cause: error })
  }
}

/** Runs a read that sees everything committed, including by other processes. */
export const readingFresh = <T>(environment: RootDatabase, read: () => T): T =>
  reading(() => {
    environment.resetReadTxn()
    return read()
  })

/** An encoder for bytes that are read without copying: the next read overwrites them. */
export const bytesEncoder = (): NonNullable<Coding<Uint8Array>['encoder']> => ({
  copyBuffers: true,
  encode: (bytes) => bytes,
  decode: boundedBytes,
})

/** The largest value that anything stores. lmdb maps a larger one, which is damaged, without looking where its file ends. */
const MAX_VALUE_BYTES = 15 * 1024 * 1024
const NOTHING = new Uint8Array(0)

/** The bytes of a value; none if its size cannot be right. */
export function boundedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length > MAX_VALUE_BYTES ? NOTHING : bytes
}

/** The first byte of text with a checksum. Earlier releases wrote text alone, which never starts with it. */
const CHECKED_TEXT = 0x01
/** Instead of text that is damaged: no JSON. lmdb would not close its cursor if a decoder threw. */
const DAMAGED_TEXT = ''

/**
 * An encoder for JSON that adds a checksum, and reuses one buffer: lmdb copies the bytes before the next value is encoded.
 * Damaged text is read as empty.
 */
export function textEncoder(): NonNullable<Coding<string>['encoder']> {
  let scratch = slot(64 * 1024)
  return {
    copyBuffers: true,
    encode(text) {
      const room = text.length * 3 + 1 + CHECKSUM_BYTES
      if (room > scratch.length) scratch = slot(room)
      scratch[0] = CHECKED_TEXT
      scratch.end = writeChecksum(scratch, 1 + scratch.write(text, 1), 0)
      return scratch
    },
    decode(bytes) {
      const { length } = bytes
      if (length > MAX_VALUE_BYTES) return DAMAGED_TEXT
      if (bytes[0] !== CHECKED_TEXT) return utf8Slice.call(bytes, 0, length)
      return hasChecksum(bytes, length, 0) ? utf8Slice.call(bytes, 1, length - CHECKSUM_BYTES) : DAMAGED_TEXT
    },
  }
}

/** Values from lmdb may be plain Uint8Arrays, whose `toString` does not decode. */
const utf8Slice: (this: Uint8Array, start: number, end: number) => string = (Buffer.prototype as any).utf8Slice

type Slot = Buffer & { start: number; end: number }

/** lmdb writes the bytes between `start` and `end`. */
const slot = (size: number): Slot => Object.assign(Buffer.allocUnsafeSlow(size), { start: 0, end: 0 })
