// The stores of a deployment profile, and the options to open them.
import type { FencedAgendaBackend } from '../adapters/agenda/fencedBackend.js'
import type { Config } from '../config.js'
import type { LeaderElection } from '../eventing/leases.js'
import type { StoreCheck } from '../eventing/logCheck/checkStores.js'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { BlobStore } from '../kernel/ports/blobStore.js'
import type { ChainLinks } from '../kernel/ports/chainLinks.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import type { Guard } from '../kernel/ports/guard.js'
import type { Ledger } from '../kernel/ports/ledger.js'
import type { Limiter } from '../kernel/ports/limiter.js'
import type { LogArchive } from '../kernel/ports/logArchive.js'
import type { StoreClient } from '../kernel/ports/storeClient.js'
import type { Vault } from '../kernel/ports/vault.js'
import type { Resources } from '../kernel/resources.js'

/** The stores of one deployment profile. */
export interface Stores {
  /** Where the data is stored, in words. */
  readonly place: string
  /** Whether several processes may use the stores concurrently. */
  readonly shared: boolean
  /** The secret key, which wraps the data keys, and the one before it while that is being replaced: as they are now. */
  readonly secrets: () => readonly Buffer[]
  /** The root of all other keys; see the vault. */
  readonly derivationRoot: Buffer
  readonly events: EventStore
  readonly chainLinks: ChainLinks
  /** undefined if the log has no archive: in KurrentDB. */
  readonly archive: LogArchive | undefined
  readonly documents: DocumentStore
  /** Records that outlive a loss of the documents: the reactors' checkpoints. The documents, where MongoDB has all of it. */
  readonly records: DocumentStore
  readonly vault: Vault
  readonly blobs: BlobStore
  /** Checks of what is in DATA_DIR: of the files, and of the stores other than the log. */
  readonly checks: { readonly files: readonly StoreCheck[]; readonly others: readonly StoreCheck[] }
  /** Where the guard record is kept: each place apart from a store that it guards. */
  readonly guards: readonly Guard[]
  /** The log and the vault, in words. */
  readonly places: { readonly log: string; readonly vault: string }
  /** Clients of stores across the network that are replaced when they hang. */
  readonly clients: readonly StoreClient[]
  /** Elects the process that runs projections and reactors. */
  readonly lead: LeaderElection
  /** Opens the stores that only services need, not operator's commands. */
  openWork(closing: Resources): Promise<ServiceStores>
}

type JobsBackend = FencedAgendaBackend & { ready(): Promise<void> }

interface ServiceStores {
  readonly jobs: JobsBackend
  readonly quotas: Ledger
  readonly credits: Ledger
  readonly limiter: Limiter
  /** The time that all processes agree on. */
  readonly clock: Clock
}

export interface StoreOptions {
  readonly config: Config
  /** Whether to lock the stores against other services. Operator's commands do not, and work while a service runs. */
  readonly exclusive: boolean
  readonly clock: Clock
  readonly log: Log
  /** Whether stores that are missing may be created anew: for the command that accepts their loss. */
  readonly acceptsLoss?: boolean
}

/** The secret key of the settings, and the one before it. */
export const secretsOf = ({ SECRET_KEY, SECRET_KEY_PREVIOUS }: Config): readonly Buffer[] =>
  [SECRET_KEY, SECRET_KEY_PREVIOUS].filter((secret) => secret !== undefined)
