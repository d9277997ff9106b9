// Refuses to start with MongoDB unless embedded data was migrated completely, and the log is where the migration put it.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Db } from 'mongodb'
import { pathsIn } from '../../adapters/dataDirectory/dataDirectory.js'
import { DataDirectoryError } from '../../adapters/dataDirectory/error.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import { hasAllKeys, openEmbeddedKeys } from '../../adapters/vault/migrateKeys.js'
import type { Config } from '../../config.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import { createMigrationRecords, type MigrationRecord } from './migrationRecord.js'

/**
 * Refuses to start with MongoDB while data of an embedded installation has not been migrated to it: the old data would be
 * ignored, and could not be merged later with what is written meanwhile.
 * @throws DataDirectoryError or StoreUrlError, with the command to run or the setting to change
 */
export async function refuseUnmigratedData(
  { DATA_DIR, KURRENTDB_URL }: Pick<Config, 'DATA_DIR' | 'KURRENTDB_URL'>,
  { db, documents }: { readonly db: Db; readonly documents: DocumentStore },
): Promise<void> {
  const record = await createMigrationRecords(documents).read()
  if (record && !record.done) {
    throw new StoreUrlError(
      `MONGODB_URL: ${db.databaseName} contains only part of ${record.from}, because its migration was not completed. Run mailproof migrate --from ${record.from} again`,
    )
  }
  if (record) refuseOtherLog(record, KURRENTDB_URL)
  if (!(await isUnmigrated(DATA_DIR, record, db))) return
  const path = resolve(DATA_DIR)
  throw new DataDirectoryError(
    `DATA_DIR: ${path} contains an embedded installation that was not migrated to MongoDB. Run mailproof migrate --from ${path}, or set DATA_DIR to another directory`,
  )
}

function refuseOtherLog({ log, from }: MigrationRecord, kurrentdb: string | undefined): void {
  if (log === 'KurrentDB' && !kurrentdb) {
    throw new StoreUrlError(
      `KURRENTDB_URL: must be set, because mailproof migrate moved the log of ${from} to KurrentDB`,
    )
  }
  if (log === 'DATA_DIR' && kurrentdb) {
    throw new StoreUrlError(
      `KURRENTDB_URL: must not be set, because mailproof migrate left the log of ${from} in a DATA_DIR`,
    )
  }
}

async function isUnmigrated(directory: string, record: MigrationRecord | undefined, db: Db): Promise<boolean> {
  const path = pathsIn(resolve(directory)).vault
  if (!existsSync(path)) return false
  const keys = openEmbeddedKeys(path)
  try {
    return record?.done?.keys !== keys.digest() && !(await hasAllKeys(keys, db))
  } finally {
    await keys.close()
  }
}
