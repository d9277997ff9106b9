import type { Db } from 'mongodb'
import type { Clock } from '../../../kernel/clock.js'
import type { FencedAgendaBackend } from '../fencedBackend.js'
import { openJobs } from './jobs.js'
import { createRepository } from './repository.js'
import { createTimes } from './times.js'

interface MongoAgendaBackendOptions {
  readonly db: Db
  /** A clock that all processes share, such as the server's. */
  readonly clock: Clock
}

interface MongoAgendaBackend extends FencedAgendaBackend {
  /** Rejects when the store cannot be read. */
  ready(): Promise<void>
}

/**
 * Agenda's jobs in MongoDB, shared by all processes: a locked job may be running elsewhere, and is due again when its
 * lock expires. `connect` creates the indexes; `disconnect` closes the backend but not the connection. Every method
 * rejects with StoreUnavailable when the store does not respond.
 *
 * Agenda's own MongoDB backend saves and unlocks a job regardless of its present holder, drops requests made during a
 * run, finds a repeated job by query instead of by unique id, and hands out jobs before they are due.
 */
export function createMongoAgendaBackend({ db, clock }: MongoAgendaBackendOptions): MongoAgendaBackend {
  const jobs = openJobs(db, createTimes(clock))
  return {
    name: 'MongoDB',
    repository: createRepository(jobs),
    connect: () => jobs.open(),
    disconnect: async () => jobs.close(),
    async ready() {
      await jobs.get('')
    },
  }
}
