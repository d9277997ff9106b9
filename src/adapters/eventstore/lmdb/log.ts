import type { Database, RootDatabase } from 'lmdb'
import { readNumber, writeNumber } from '../../lmdb/bytes.js'
import { openDatabase, textEncoder } from '../../lmdb/environment.js'

/** The events: number → JSON, from 1 without gaps. */
export interface EventLog {
  /** The last number; 0 when the log is empty. */
  last(): number
  get(number: number): string | undefined
  has(number: number): boolean
  /** Entries after number `after`, in order. */
  entries(after: number, limit: number): Iterable<{ readonly key: number; readonly value: string }>
  append(number: number, text: string): void
}

export function openLog(environment: RootDatabase): EventLog {
  const log: Database<string, number> = openDatabase(environment, 'log', {
    keyEncoder: {
      writeKey: (number: number, target, start) => writeNumber(number, target, start),
      readKey: (source, start) => readNumber(source, start),
    },
    encoder: textEncoder(),
  })
  const lastKey = { reverse: true, limit: 1 }
  return {
    last() {
      for (const key of log.getKeys({ ...lastKey })) return key
      return 0
    },
    get: (number) => log.get(number),
    has: (number) => log.getBinaryFast(number) !== undefined,
    entries: (after, limit) => log.getRange({ start: after + 1, limit }),
    append(number, text) {
      // Appending in order lets LMDB fill its pages completely.
      const put = log.putSync(number, text, { append: true }) as unknown as boolean
      if (!put) throw new Error(`the log already holds number ${number}`)
    },
  }
}
