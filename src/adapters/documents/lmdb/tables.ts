import type { Database, RootDatabase } from 'lmdb'
import { openDatabase, textEncoder } from '../../lmdb/databases.js'

/** One environment for all collections; each key starts with the name of its collection. */
export interface Tables {
  /** collection, id → record */
  readonly records: Database<string, Uint8Array>
  /** collection, index, values, id → key of the record */
  readonly entries: Database<Uint8Array, Uint8Array>
  /** collection, position, id → key of the record */
  readonly tombstones: Database<Uint8Array, Uint8Array>
  /** collection → its indexes */
  readonly definitions: Database<string, Uint8Array>
}

export const openTables = (environment: RootDatabase): Tables => ({
  records: openDatabase(environment, 'records', { encoder: textEncoder() }),
  entries: openDatabase(environment, 'entries'),
  tombstones: openDatabase(environment, 'tombstones'),
  definitions: openDatabase(environment, 'definitions', { encoder: textEncoder() }),
})
