// Erases an account: ends it, then deletes its data in every store.
import { createIdempotencyRecords } from '../api/idempotency/records.js'
import { erasures } from '../eventing/erasureIndex.js'
import type { Eventing } from '../eventing/eventing.js'
import type { Reactor } from '../eventing/reactor.js'
import type { Accounts } from '../features/accounts/index.js'
import { createForgetBatches, RUN_BATCH } from '../features/batches/index.js'
import { createForgetMails } from '../features/mails/index.js'
import { createForgetDeliveries, DELIVER } from '../features/webhooks/index.js'
import type { Actor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import { ERASURES, type OwnerErased } from '../kernel/erasure.js'
import type { Log } from '../kernel/log.js'
import type { BlobStore } from '../kernel/ports/blobStore.js'
import type { CollectionDefinition, DocumentStore } from '../kernel/ports/documentStore.js'
import type { JobHandler, Jobs } from '../kernel/ports/jobs.js'
import { START } from '../kernel/position.js'
import { MINUTE_MS } from '../kernel/time.js'

/** The job that deletes an erased account's data; its key is the account's id. */
export const FORGET_ACCOUNT = 'forget_account'

export const FORGOTTEN_ACCOUNTS: CollectionDefinition = { name: 'forgotten_accounts' }

/** How long to wait until the read models have processed an erasure. */
const READ_MODELS_TIMEOUT_MS = MINUTE_MS
/** Work in flight at the time of an erasure may still write data of the account for this long. */
const IN_FLIGHT_MS = 10 * MINUTE_MS
const REPEAT_MS = 30_000

interface ErasingDependencies {
  readonly eventing: Eventing
  readonly documents: DocumentStore
  readonly blobs: BlobStore
  readonly accounts: Pick<Accounts, 'eraseAccount' | 'forgetAccount'>
  readonly clock: Clock
  readonly log: Log
  /** Names of all read models. */
  readonly models: readonly string[]
  /** Deletes the snapshots of read models. */
  readonly dropSnapshots: () => Promise<void>
}

/**
 * Erases accounts. The event in the log is what counts: each process that sees it deletes the account's data, repeatedly,
 * until nothing is left. Read models handle the event themselves; this deletes everything else.
 */
export function createErasing(dependencies: ErasingDependencies) {
  const { eventing, documents, accounts, clock, log, models, dropSnapshots } = dependencies
  const forgetBatches = createForgetBatches(dependencies)
  const forgetDeliveries = createForgetDeliveries(dependencies)
  const forgetMails = createForgetMails(dependencies)
  const calls = createIdempotencyRecords({ documents, clock })
  /** Accounts whose data was deleted from this document store; a restored copy of the store may lack entries. */
  const forgotten = documents.collection<Record<string, never>>(FORGOTTEN_ACCOUNTS)

  /**
   * Deletes the data of erased accounts outside of the read models. Idempotent.
   * @returns jobs that have become superfluous, by name and key
   */
  async function applyErasure(ids: readonly string[]): Promise<readonly (readonly [string, string])[]> {
    const superfluous: (readonly [string, string])[] = []
    for (const id of ids) {
      await accounts.forgetAccount(id)
      await calls.forget(id)
      await forgetMails(id)
      for (const endpoint of await forgetDeliveries(id)) superfluous.push([DELIVER, endpoint])
    }
    for (const batch of await forgetBatches(new Set(ids))) superfluous.push([RUN_BATCH, batch])
    const known = await forgotten.getMany(ids)
    const fresh = ids.filter((_, at) => !known[at])
    if (fresh.length > 0) {
      await dropSnapshots()
      await forgotten.write(fresh.map((id) => ({ id, position: START, document: {} })))
    }
    return superfluous
  }

  /** Waits until the read models have deleted them too. */
  async function waitForReadModels(): Promise<void> {
    const last = [...(await eventing.erased()).values()].sort().at(-1) ?? START
    if (await eventing.waitForPosition(last, models, READ_MODELS_TIMEOUT_MS)) return
    log.warn(
      {},
      'read models lag behind and have not deleted every erased account yet; they will do so when they catch up',
    )
  }

  return {
    /** For the operator's command. @throws Failure NOT_FOUND */
    async erase(id: string, actor: Actor): Promise<'erased' | 'already_erased'> {
      const outcome = await accounts.eraseAccount(id, actor)
      await applyErasure([id])
      await waitForReadModels()
      return outcome
    },

    /** Deletes the data of every account that is erased in the log: a restored backup may have brought it back. */
    async eraseAgain(): Promise<void> {
      const ids = [...(await eventing.erased()).keys()]
      if (ids.length === 0) return
      await applyErasure(ids)
      await waitForReadModels()
    },

    /** Handler of the job that deletes the data of accounts that are erased while a service runs. */
    forgetAccount:
      (jobs: Jobs): JobHandler =>
      async (id) => {
        // The log was restored from a copy without the erasure, which is repeated if it was known.
        if (!(await eventing.erased()).has(id)) return undefined
        for (const [name, key] of await applyErasure([id])) await jobs.enqueue(name, key, { tenant: id })
        const erasure = await eventing.read(erasures).get(id)
        const now = clock.now()
        const isOver = erasure && Date.parse(erasure.document.at) + IN_FLIGHT_MS < now
        return isOver ? undefined : { again: now + REPEAT_MS }
      },
  }
}

/** Enqueues the deletion of an account's data when the account is erased. */
export const createErasureReactor = (jobs: Jobs): Reactor<OwnerErased> => ({
  name: 'erasures',
  types: ERASURES as ReadonlySet<OwnerErased['type']>,
  startsAt: 'beginning',
  async react(events) {
    for (const { data } of events) await jobs.enqueue(FORGET_ACCOUNT, data.account)
    return true
  },
})
