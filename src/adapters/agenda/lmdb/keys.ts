import { boundedTextBytes, MAX_NUMBER, NUMBER_BYTES, writeNumber } from '../../lmdb/bytes.js'

const MAX_ID_BYTES = 500
export const MAX_NAME_BYTES = 500

/** Ends with a zero byte, because a lookup may use any text and LMDB keys must not be empty. */
export const idKey = (id: string): Buffer => boundedTextBytes(`${id}\0`, MAX_ID_BYTES)

export function timeKey(time: number): Buffer {
  const key = Buffer.alloc(NUMBER_BYTES)
  writeNumber(Math.min(Math.max(time, 0), MAX_NUMBER), key, 0)
  return key
}
