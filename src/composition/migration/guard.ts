import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Db } from 'mongodb'
import { pathsIn } from '../../adapters/dataDirectory/dataDirectory.js'
import { DataDirectoryError } from '../../adapters/dataDirectory/error.js'
import { StoreUrlError } from '../../adapters/storeUrlError.js'
import { holdsAll, openKeptKeys } from '../../adapters/vault/migrateKeys.js'
import type { Config } from '../../config.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import { createMigrationRecords, type MigrationRecord } from './migrationRecord.js'

/**
 * Refuses to work with MongoDB while something that was embedded before is not there yet: what nobody sees is soon
 * forgotten, and what is written meanwhile could not be brought together with it any more.
 * @throws DataDirectoryError or StoreUrlError, which name `migrate`
 */
export async function refuseUnmigratedData(
  { DATA_DIR, KURRENTDB_URL }: Pick<Config, 'DATA_DIR' | 'KURRENTDB_URL'>,
  { db, documents }: { readonly db: Db; readonly documents: DocumentStore },
): Promise<void> {
  const mark = await createMigrationRecords(documents).read()
  if (mark && !mark.done) {
    throw new StoreUrlError(
      `MONGODB_URL: ${db.databaseName} holds a part of ${mark.from} only, because moving it did not come to its end: run mailproof migrate --from ${mark.from} again`,
    )
  }
  if (mark) refuseOtherLog(mark, KURRENTDB_URL)
  if (!(await isLeftBehind(DATA_DIR, mark, db))) return
  const path = resolve(DATA_DIR)
  throw new DataDirectoryError(
    `DATA_DIR: ${path} holds an embedded installation that is not in MongoDB: move it with mailproof migrate --from ${path}, or set DATA_DIR to another directory`,
  )
}

function refuseOtherLog({ log, from }: MigrationRecord, kurrentdb: string | undefined): void {
  if (log === 'KurrentDB' && !kurrentdb) {
    throw new StoreUrlError(
      `KURRENTDB_URL: must be set, because the log of ${from} was moved to KurrentDB with mailproof migrate`,
    )
  }
  if (log === 'DATA_DIR' && kurrentdb) {
    throw new StoreUrlError(
      `KURRENTDB_URL: must not be set, because mailproof migrate left the log of ${from} in a DATA_DIR`,
    )
  }
}

async function isLeftBehind(directory: string, mark: MigrationRecord | undefined, db: Db): Promise<boolean> {
  const path = pathsIn(resolve(directory)).vault
  if (!existsSync(path)) return false
  const kept = openKeptKeys(path)
  try {
    return mark?.done?.keys !== kept.digest() && !(await holdsAll(kept, db))
  } finally {
    await kept.close()
  }
}
