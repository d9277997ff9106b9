import type { IndexValue } from '../../../kernel/ports/documentStore.js'
import { idBytes, isPlainId, valueBytes, valueText } from '../values.js'

/** After every key that begins alike: no value begins with this byte. */
const AFTER_ALL = Buffer.of(0xff)

/** A name cannot hold the byte that ends it, so no id reaches out of its collection. */
export const collectionPrefix = (collection: string): Buffer => Buffer.from(`${collection}\0`, 'latin1')

export const indexPrefix = (collection: string, index: string): Buffer =>
  Buffer.from(`${collection}\0${index}\0`, 'latin1')

export const afterAll = (prefix: Buffer): Buffer => Buffer.concat([prefix, AFTER_ALL])

export const recordKey = (collection: string, id: string): Buffer =>
  isPlainId(id) ? Buffer.from(`${collection}\0${id}`) : Buffer.concat([collectionPrefix(collection), idBytes(id)])

export function entryKey(collection: string, index: string, values: readonly IndexValue[], id: string): Buffer {
  let text: string | undefined = `${collection}\0${index}\0`
  for (const value of [...values, id]) {
    const more = valueText(value)
    if (more === undefined) return Buffer.concat([indexPrefix(collection, index), valuesKey([...values, id])])
    text += more
  }
  return Buffer.from(text)
}

export const valuesKey = (values: readonly IndexValue[]): Buffer => Buffer.concat(values.map(valueBytes))
