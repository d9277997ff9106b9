import type { Database, RootDatabase } from 'lmdb'
import { boundedBytes, bytesEncoder, numberKeys, openDatabase } from '../../lmdb/databases.js'

/** The events: number → record, from 1, without gaps but for those that are archived. */
export interface EventLog {
  /** The last number; 0 when the log is empty. */
  last(): number
  /** The record with a number. It is overwritten by the next read. */
  get(number: number): Uint8Array | undefined
  /** Entries after number `after`, in order. Each record is overwritten by the next read. */
  entries(after: number, limit: number): Iterable<{ readonly key: number; readonly value: Uint8Array }>
  append(number: number, record: Uint8Array): void
  /** Removes a record that a segment of the archive has. */
  remove(number: number): void
}

export function openLog(environment: RootDatabase): EventLog {
  const log: Database<Uint8Array, number> = openDatabase(environment, 'log', {
    keyEncoder: numberKeys,
    encoder: bytesEncoder(),
  })
  const lastKey = { reverse: true, limit: 1 }
  return {
    last() {
      for (const key of log.getKeys({ ...lastKey })) return key
      return 0
    },
    get(number) {
      const record = log.getBinaryFast(number)
      return record && boundedBytes(record)
    },
    entries: (after, limit) => log.getRange({ start: after + 1, limit }),
    append(number, record) {
      // Appending in order lets LMDB fill its pages completely.
      const put = log.putSync(number, record, { append: true }) as unknown as boolean
      if (!put) throw new Error(`the log already holds number ${number}`)
    },
    remove: (number) => void log.removeSync(number),
  }
}
