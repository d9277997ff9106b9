// The records of an embedded vault as a backup has them.
import type { RootDatabase } from 'lmdb'
import type { VaultRecord } from '../../kernel/ports/vault.js'
import { closeEnvironment, openEnvironment } from '../lmdb/environment.js'
import { pagesOf, tablesIn } from './lmdbKeys.js'

/** Names of the tables by kind of record. */
const TABLES = { key: 'wrapped', destroyed: 'destroyed', check: 'checks' } as const
const KINDS = Object.keys(TABLES) as VaultRecord['kind'][]
/** In place of no value, which LMDB does not distinguish from an empty one. */
const DESTROYED = Buffer.of(1)

/** Records written in one transaction. */
const BATCH_SIZE = 5_000

/** @param fresh runs a read in a new transaction */
export function* recordsIn(environment: RootDatabase, fresh: <T>(work: () => T) => T): Generator<VaultRecord> {
  const tables = tablesIn(environment)
  for (const kind of KINDS) {
    for (const page of pagesOf(tables[TABLES[kind]], fresh)) {
      for (const { key, value } of page) {
        const id = key.toString(kind === 'check' ? 'latin1' : 'base64')
        yield { kind, id, value: kind === 'destroyed' ? '' : value.toString('base64') }
      }
    }
  }
}

/** Writes the records of a backup to a new vault. */
export async function importVault(path: string, records: AsyncIterable<VaultRecord>): Promise<void> {
  const environment = openEnvironment(path)
  try {
    const tables = tablesIn(environment)
    const write = (batch: readonly VaultRecord[]) =>
      environment.transactionSync(() => {
        for (const { kind, id, value } of batch) {
          const key = Buffer.from(id, kind === 'check' ? 'latin1' : 'base64')
          tables[TABLES[kind]].putSync(key, kind === 'destroyed' ? DESTROYED : Buffer.from(value, 'base64'))
        }
      })
    let batch: VaultRecord[] = []
    for await (const record of records) {
      if (batch.push(record) < BATCH_SIZE) continue
      write(batch)
      batch = []
    }
    write(batch)
  } finally {
    await closeEnvironment(environment)
  }
}
