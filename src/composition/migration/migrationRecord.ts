import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import { next, type Position, START } from '../../kernel/position.js'

/** Where a log is. */
export type LogPlace = 'KurrentDB' | 'DATA_DIR'

/** What was moved, and what came of it. */
export type Summary = {
  readonly events: number
  readonly keys: number
  readonly blobs: number
  readonly records: number
  readonly models: number
  readonly documents: number
  /** SHA-256 over all read models, as canonical JSON. */
  readonly hash: string
}

/** In the MongoDB that an installation is moved to: from the first thing that is moved on, and for ever. */
export type MigrationRecord = {
  /** Names the installation; a copy of it has the same. */
  readonly source: string
  /** Where it was. */
  readonly from: string
  readonly log: LogPlace
  /** ISO 8601. */
  readonly begun: string
  /** Absent as long as not all of it is there. */
  readonly done?: Done
}

export type Done = {
  readonly at: string
  /** The last event that was moved, as the old log has it, and a digest of the data keys: what is newer was left behind. */
  readonly head: Position
  readonly keys: string
  readonly summary: Summary
}

const ID = 'embedded'

/** One installation fits into a MongoDB, and so one mark. */
export function createMigrationRecords(documents: DocumentStore) {
  const marks = documents.collection<MigrationRecord>({ name: 'migrations' })
  return {
    read: async (): Promise<MigrationRecord | undefined> => (await marks.get(ID))?.document,
    async write(mark: MigrationRecord): Promise<void> {
      const found = await marks.get(ID)
      const position = next(found?.position ?? START)
      const expected = found && { expected: found.position }
      const conflicts = await marks.write([{ id: ID, ...expected, position, document: mark }])
      if (conflicts.length > 0) throw new Error('another migration to the same MongoDB was begun meanwhile')
    },
  }
}
