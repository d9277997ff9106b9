// Which segment files contain the events that have left the LMDB log, in the log's file.
import type { Database, RootDatabase } from 'lmdb'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { ArchivedSegment } from '../../../kernel/ports/logArchive.js'
import { checkedJson, jsonIn } from '../../lmdb/checksum.js'
import { numberKeys, openDatabase } from '../../lmdb/databases.js'
import { toNumber } from './position.js'

/** The key of the number up to which the log was trimmed; segments have the number of their last event. */
const TRIMMED = 0

export interface ArchiveTable {
  /** In the order of the log. @throws StoreUnavailable when an entry is damaged */
  segments(): ArchivedSegment[]
  /** Everything up to this number that may leave the log has left it. */
  trimmed(): number
  set(segment: ArchivedSegment): void
  setTrimmed(number: number): void
}

export function openArchiveTable(environment: RootDatabase): ArchiveTable {
  const table: Database<Uint8Array, number> = openDatabase(environment, 'archive', {
    keyEncoder: numberKeys,
  })

  function contentOf<T>(key: number, bytes: Uint8Array): T {
    const content = jsonIn<T>(bytes, key >>> 0)
    if (content === undefined)
      throw new StoreUnavailable(`entry ${key} of the table of archived segments is damaged: restore the log`)
    return content
  }

  const put = (key: number, content: unknown) => table.putSync(key, checkedJson(content, key >>> 0))

  return {
    segments: () => [...table.getRange({ start: 1 })].map(({ key, value }) => contentOf(key, value)),
    trimmed() {
      const bytes = table.get(TRIMMED)
      return bytes ? contentOf(TRIMMED, bytes) : 0
    },
    set: (segment) => void put(toNumber(segment.last), segment),
    setTrimmed: (number) => void put(TRIMMED, number),
  }
}
