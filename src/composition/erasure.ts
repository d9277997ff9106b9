import { createIdempotencyRecords } from '../api/idempotency/records.js'
import { erasures } from '../eventing/erasureIndex.js'
import type { Eventing } from '../eventing/eventing.js'
import type { Reactor } from '../eventing/reactor.js'
import type { Accounts } from '../features/accounts/index.js'
import { createForgetBatches, RUN_BATCH } from '../features/batches/index.js'
import { createForgetDeliveries, DELIVER } from '../features/webhooks/index.js'
import type { Actor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import { ERASURES, type OwnerErased } from '../kernel/erasure.js'
import type { Log } from '../kernel/log.js'
import type { BlobStore } from '../kernel/ports/blobStore.js'
import type { DocumentStore } from '../kernel/ports/documentStore.js'
import type { JobHandler, Jobs } from '../kernel/ports/jobs.js'
import { START } from '../kernel/position.js'

/** The job that forgets an account; its key is the account's id. */
export const FORGET_ACCOUNT = 'forget_account'

/** Until read models have deleted what was erased. */
const FOLDED_MS = 60_000
/** What was under way when an account was erased may still leave something behind, for so long. */
const UNDER_WAY_MS = 10 * 60_000
const AGAIN_MS = 30_000

export interface ErasingDependencies {
  readonly eventing: Eventing
  readonly documents: DocumentStore
  readonly blobs: BlobStore
  readonly accounts: Pick<Accounts, 'eraseAccount' | 'forgetAccount'>
  readonly clock: Clock
  readonly log: Log
  /** Of all read models. */
  readonly models: readonly string[]
  /** Forgets what is kept of read models' past. */
  readonly dropSnapshots: () => Promise<void>
}

/**
 * Erases accounts. The event alone decides: whoever sees it deletes what there is, once and again, until nothing is left.
 * Read models see to themselves; all else goes here.
 */
export function createErasing(dependencies: ErasingDependencies) {
  const { eventing, documents, accounts, clock, log, models, dropSnapshots } = dependencies
  const forgetBatches = createForgetBatches(dependencies)
  const forgetDeliveries = createForgetDeliveries(dependencies)
  const calls = createIdempotencyRecords({ documents, clock })
  /** Accounts of which these documents hold nothing any more; a restored copy of them may not know that. */
  const forgotten = documents.collection<Record<string, never>>({ name: 'forgotten_accounts' })

  /**
   * Deletes all that is kept of accounts that are erased, and is no read model. May be repeated.
   * @returns jobs that have nothing left to do, by name and key
   */
  async function applyErasure(ids: readonly string[]): Promise<readonly (readonly [string, string])[]> {
    const idle: (readonly [string, string])[] = []
    for (const id of ids) {
      await accounts.forgetAccount(id)
      await calls.forget(id)
      for (const endpoint of await forgetDeliveries(id)) idle.push([DELIVER, endpoint])
    }
    for (const batch of await forgetBatches(new Set(ids))) idle.push([RUN_BATCH, batch])
    const known = await forgotten.getMany(ids)
    const fresh = ids.filter((_, at) => !known[at])
    if (fresh.length > 0) {
      await dropSnapshots()
      await forgotten.write(fresh.map((id) => ({ id, position: START, document: {} })))
    }
    return idle
  }

  /** Waits until read models have forgotten them too. */
  async function folded(): Promise<void> {
    const last = [...(await eventing.erased()).values()].sort().at(-1) ?? START
    if (await eventing.waitForPosition(last, models, FOLDED_MS)) return
    log.warn({}, 'read models are too far behind to have forgotten every account that is erased; they will')
  }

  return {
    /** The operator's. @throws Failure NOT_FOUND */
    async erase(id: string, actor: Actor): Promise<'erased' | 'already_erased'> {
      const outcome = await accounts.eraseAccount(id, actor)
      await applyErasure([id])
      await folded()
      return outcome
    },

    /** Forgets every account that the log says is erased: what a restored backup has brought back goes again. */
    async eraseAgain(): Promise<void> {
      const ids = [...(await eventing.erased()).keys()]
      if (ids.length === 0) return
      await applyErasure(ids)
      await folded()
    },

    /** Makes the job of a service that forgets accounts which are erased while it runs. */
    forgetAccount:
      (jobs: Jobs): JobHandler =>
      async (id) => {
        for (const [name, key] of await applyErasure([id])) await jobs.enqueue(name, key, { tenant: id })
        const erasure = await eventing.read(erasures).get(id)
        const now = clock.now()
        const isOver = erasure && Date.parse(erasure.document.at) + UNDER_WAY_MS < now
        return isOver ? undefined : { again: now + AGAIN_MS }
      },
  }
}

/** Has accounts forgotten that are erased, by whomever. */
export const createErasureReactor = (jobs: Jobs): Reactor<OwnerErased> => ({
  name: 'erasures',
  types: ERASURES as ReadonlySet<OwnerErased['type']>,
  async react(events) {
    for (const { data } of events) await jobs.enqueue(FORGET_ACCOUNT, data.account)
    return true
  },
})
