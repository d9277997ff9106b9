import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import { next, type Position, START } from '../../kernel/position.js'

/** Where the event log of the migrated installation is stored. */
export type LogLocation = 'KurrentDB' | 'DATA_DIR'

/** What was migrated, in numbers, and the resulting read models. */
export type MigrationSummary = {
  readonly events: number
  readonly keys: number
  readonly blobs: number
  readonly records: number
  readonly models: number
  readonly documents: number
  /** SHA-256 over all read models, as canonical JSON. */
  readonly hash: string
}

/** Record of a migration in the target MongoDB: written before anything else is copied, and kept forever. */
export type MigrationRecord = {
  /** Identifies the installation; copies of it have the same id. */
  readonly source: string
  /** Path of the data directory. */
  readonly from: string
  readonly log: LogLocation
  /** ISO 8601. */
  readonly begun: string
  /** Absent until the migration is complete. */
  readonly done?: CompletedMigration
}

export type CompletedMigration = {
  readonly at: string
  /** Position of the last migrated event in the old log, and a digest of the data keys: newer data was not migrated. */
  readonly head: Position
  readonly keys: string
  readonly summary: MigrationSummary
}

const ID = 'embedded'

/** A MongoDB takes one installation, so there is at most one record. */
export function createMigrationRecords(documents: DocumentStore) {
  const records = documents.collection<MigrationRecord>({ name: 'migrations' })
  return {
    read: async (): Promise<MigrationRecord | undefined> => (await records.get(ID))?.document,
    async write(record: MigrationRecord): Promise<void> {
      const found = await records.get(ID)
      const position = next(found?.position ?? START)
      const expected = found && { expected: found.position }
      const conflicts = await records.write([{ id: ID, ...expected, position, document: record }])
      if (conflicts.length > 0) throw new Error('another migration to the same MongoDB has started in the meantime')
    },
  }
}
