import type { AgendaBackend } from 'agenda'
import type { Config } from '../config.js'
import type { LeaderElection } from '../eventing/leases.js'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { BlobStore } from '../kernel/ports/blobStore.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import type { Ledger } from '../kernel/ports/ledger.js'
import type { Limiter } from '../kernel/ports/limiter.js'
import type { Vault } from '../kernel/ports/vault.js'
import type { Resources } from '../kernel/resources.js'

/** What is kept, and by which engine, in one of the shapes of the program. */
export interface Stores {
  /** Where the data is, for people. */
  readonly place: string
  /** Other processes use them at the same time. */
  readonly shared: boolean
  readonly secret: Buffer
  readonly events: EventStore
  readonly documents: DocumentStore
  readonly vault: Vault
  readonly blobs: BlobStore
  /** Which process folds and reacts. */
  readonly lead: LeaderElection
  /** What only a service needs, and not the operator's commands. */
  openWork(closing: Resources): Promise<ServiceStores>
}

export type JobsBackend = AgendaBackend & { ready(): Promise<void> }

export interface ServiceStores {
  readonly jobs: JobsBackend
  readonly quotas: Ledger
  readonly credits: Ledger
  readonly limiter: Limiter
}

export interface StoreOptions {
  readonly config: Config
  /** A service holds what it opens against others that it cannot share it with; the operator's commands work beside it. */
  readonly exclusive: boolean
  readonly clock: Clock
  readonly log: Log
}
