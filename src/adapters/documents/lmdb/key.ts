import type { IndexValue } from '../../../kernel/ports/documentStore.js'
import { idBytes, isPlainId, valueBytes, valueText } from '../values.js'

/** Sorts after every key with the same prefix: no encoded value starts with this byte. */
const AFTER_ALL = Buffer.of(0xff)

/** Names cannot contain the terminating byte, so that keys of different collections never overlap. */
export const collectionPrefix = (collection: string): Buffer => Buffer.from(`${collection}\0`, 'latin1')

export const indexPrefix = (collection: string, index: string): Buffer =>
  Buffer.from(`${collection}\0${index}\0`, 'latin1')

export const afterAll = (prefix: Buffer): Buffer => Buffer.concat([prefix, AFTER_ALL])

export const recordKey = (collection: string, id: string): Buffer =>
  isPlainId(id) ? Buffer.from(`${collection}\0${id}`) : Buffer.concat([collectionPrefix(collection), idBytes(id)])

export function entryKey(collection: string, index: string, values: readonly IndexValue[], id: string): Buffer {
  let text: string | undefined = `${collection}\0${index}\0`
  for (const value of [...values, id]) {
    const encoded = valueText(value)
    if (encoded === undefined) return Buffer.concat([indexPrefix(collection, index), valuesKey([...values, id])])
    text += encoded
  }
  return Buffer.from(text)
}

export const valuesKey = (values: readonly IndexValue[]): Buffer => Buffer.concat(values.map(valueBytes))
