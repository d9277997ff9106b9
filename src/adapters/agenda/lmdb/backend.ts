// Agenda's backend in an LMDB file, for one machine.
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { readingFresh } from '../../lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { createGroupCommit } from '../../lmdb/groupCommit.js'
import type { FencedAgendaBackend } from '../fencedBackend.js'
import { released } from '../lifecycle.js'
import type { Access } from './locks.js'
import { createRepository } from './repository.js'
import { openTables } from './tables.js'

interface LmdbAgendaBackendOptions {
  readonly path: string
  /** No other process runs jobs of this file: locks found in it are stale, and those jobs are due. */
  readonly exclusive: boolean
}

export interface LmdbAgendaBackend extends FencedAgendaBackend {
  /** Rejects when the store cannot be read and written. */
  ready(): Promise<void>
}

/**
 * Agenda's jobs in an LMDB file, which processes on one machine may share: each claim is a separate transaction.
 * Open from the start; `disconnect` closes it. Every method rejects with StoreUnavailable when the store cannot be
 * read or written.
 * @throws DataDirectoryError when the file is damaged
 */
export function createLmdbAgendaBackend({ path, exclusive }: LmdbAgendaBackendOptions): LmdbAgendaBackend {
  const environment = openEnvironment(path)
  const tables = openTables(environment)
  let closed = false
  const commits = createGroupCommit<() => unknown, unknown>({
    environment,
    write: (writes) => writes.map((write) => write()),
    sizeOf: () => 1,
    maxSize: 1_000,
  })
  const access: Access = {
    tables,
    reading: (read) => {
      if (closed) throw new StoreUnavailable('the store is closed')
      return readingFresh(environment, read)
    },
    writing: <T>(write: () => T) => commits.submit(write) as Promise<T>,
  }

  if (exclusive) {
    try {
      environment.transactionSync(() => {
        const jobs = [...tables.all()]
        tables.indexTenants(jobs)
        for (const job of jobs) if (job.lockedAt) tables.put(released(job, new Date()))
      })
    } catch (error) {
      closeEnvironment(environment).catch(() => {})
      throw error
    }
  }

  return {
    name: 'LMDB',
    repository: createRepository(access),
    connect: async () => {},
    async disconnect() {
      if (closed) return
      await commits.end()
      closed = true
      await closeEnvironment(environment)
    },
    async ready() {
      access.reading(() => tables.get(''))
      await commits.probe()
    },
  }
}
