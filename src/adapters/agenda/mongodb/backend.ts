import type { AgendaBackend } from 'agenda'
import type { Db } from 'mongodb'
import type { Clock } from '../../../kernel/clock.js'
import { openJobs } from './jobs.js'
import { createRepository } from './repository.js'
import { createTimes } from './times.js'

export interface MongoAgendaBackendOptions {
  readonly db: Db
  /** One that all processes share, as the server's. */
  readonly clock: Clock
}

export interface MongoAgendaBackend extends AgendaBackend {
  /** Rejects when the store cannot be read. */
  ready(): Promise<void>
}

/**
 * Agenda's jobs in MongoDB, which all processes share: what is locked in it may be running elsewhere, and is due when
 * its lock was not renewed in time. `connect` makes its index; `disconnect` ends its use, and the connection stays.
 * Every method rejects with StoreUnavailable when it cannot answer.
 *
 * Agenda's own backend for MongoDB saves and unlocks a job whoever holds it now, clears what was asked for during a run,
 * finds a job to repeat with a query instead of a unique id, and hands out jobs ahead of their time.
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
