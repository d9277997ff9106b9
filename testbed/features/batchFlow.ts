// Batches over real stores, without a transport, in any number of simulated processes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { createEventing, type Eventing } from '../../src/eventing/eventing.js'
import { createFeed } from '../../src/eventing/feed.js'
import { createHandle } from '../../src/eventing/handle.js'
import { accountProjections, type Caller } from '../../src/features/accounts/index.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { BATCH_CHANGES, batchProjections, createBatches } from '../../src/features/batches/index.js'
import { batches as batchesModel } from '../../src/features/batches/projections/batches.js'
import type { AskMailbox } from '../../src/features/verification/index.js'
import { type Judge, verificationProjections } from '../../src/features/verification/index.js'
import { usage, usageId } from '../../src/features/verification/projections/usage.js'
import { createQuota } from '../../src/features/verification/quota.js'
import type { Actor } from '../../src/kernel/actor.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import type { BlobStore } from '../../src/kernel/ports/blobStore.js'
import { streamName } from '../../src/kernel/stream.js'
import { decidedProblems } from '../contract/eventSchemas.js'
import { ada, keyId } from '../given/accountEvents.js'
import { judgedOf } from '../given/batchVerdicts.js'
import { collect } from '../given/events.js'
import { tempDirectory } from '../tempDirectory.js'

const MONTH = '2026-11'
const NOW = Date.UTC(2026, 10, 21, 9)

export const caller = (differs: Partial<Caller> = {}): Caller => ({
  account: ada,
  key: keyId('first'),
  sandbox: false,
  plan: 'growth',
  perMinute: 600,
  perMonth: 50_000,
  ...differs,
})

export function actor(account = ada): Actor {
  const id = newId()
  return { id: account, correlationId: `call of ${id}`, commandId: id }
}

export interface ProcessOptions {
  readonly judge?: Judge
  /** Called just before and after a writer's append. */
  readonly before?: (events: readonly DomainEvent[]) => unknown
  readonly after?: (events: readonly DomainEvent[]) => unknown
  /** Called before read models are waited for. The wait times out if it returns false. */
  readonly following?: () => unknown
  /** Called before a batch is scheduled. */
  readonly enqueuing?: () => unknown
  readonly blobs?: (real: BlobStore) => BlobStore
  /** Called before the limits of an account are read. */
  readonly limiting?: () => unknown
  /** What mail servers say; by default, that every mailbox exists. */
  readonly askMailbox?: AskMailbox
}

/** Batches on real stores in a new directory; any number of processes, each with its own hooks. */
export async function openBatchFlow() {
  const directory = tempDirectory()
  const clock = {
    time: NOW,
    now: () => clock.time,
  }
  const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock })
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey: Buffer.alloc(32, 7) })
  const blobs = createDiskBlobStore({ path: join(directory.path, 'blobs'), vault, clock })
  let ledger = createMemoryLedger({ clock })
  const limiter = createMemoryLimiter({ clock })
  const projections = [...accountProjections, ...verificationProjections, ...batchProjections]
  const { eventing, runner } = await createEventing({ store, documents, projections, clock, log: silentLog })
  runner.start()
  /** Batches scheduled to run, in order. */
  const enqueued: string[] = []
  /** Batches whose mail servers are to be asked, in order. */
  const toAsk: string[] = []
  /** Errors logged. */
  const errors: object[] = []
  const prime = (account: string) => async () => {
    const found = await eventing.read(usage).getUpToHead(usageId(account, MONTH))
    return found ? found.charged + found.reserved : 0
  }

  const processes: ReturnType<typeof createBatches>[] = []

  return {
    clock,
    blobs,
    enqueued,
    toAsk,
    errors,
    directory: directory.path,
    /** The feature, as one process has it. */
    openProcess(options: ProcessOptions = {}) {
      const {
        judge = judgedOf,
        before,
        after,
        following,
        enqueuing,
        askMailbox,
        limiting,
        blobs: between = (real) => real,
      } = options
      const seen: Eventing = {
        ...eventing,
        handle: createHandle({
          ...store,
          append: async (stream, events, options) => {
            await before?.(events)
            const appended = await store.append(stream, events, options)
            await after?.(events)
            return appended
          },
        }),
        append: async (stream, events, who, expected) => {
          await before?.(events)
          const appended = await eventing.append(stream, events, who, expected)
          await after?.(events)
          return appended
        },
        waitForPosition: async (position, models) => {
          if ((await following?.()) === false) return false
          return eventing.waitForPosition(position, models)
        },
      }
      const opened = createBatches({
        eventing: seen,
        blobs: between(blobs),
        vault,
        limiter,
        clock,
        log: { ...silentLog, error: (fields) => void errors.push(fields) },
        judge,
        askMailbox: async (email, options) =>
          askMailbox?.(email, options) ?? { result: 'exists', checkedAt: clock.now() },
        requireMailboxChecks: () => undefined,
        rulesOf: () => undefined,
        feed: createFeed({ store, types: BATCH_CHANGES, log: silentLog }),
        jobs: {
          enqueue: async (name, key) => {
            if (name === 'ask_mailboxes') {
              toAsk.push(key)
              return
            }
            assert.equal(name, 'run_batch')
            await enqueuing?.()
            enqueued.push(key)
          },
        },
        deriveKey: createKeyDerivation(Buffer.alloc(32, 7)),
        accounts: {
          getLimits: async () => {
            await limiting?.()
            return { perMinute: 600, perMonth: caller().perMonth }
          },
        },
        pool: { getContributed: async (_, addresses) => addresses.map(() => undefined) },
        quota: createQuota({ eventing, ledger, clock }),
        findUrlProblem: async () => undefined,
      })
      processes.push(opened)
      return opened
    },
    /** The events of a batch, each validated against its schema. */
    async eventsOf(id: string): Promise<Recorded<BatchEvent>[]> {
      const events = (await collect(store.readStream(streamName('batch', id)))) as Recorded<BatchEvent>[]
      for (const event of events) assert.deepEqual(decidedProblems(event), [])
      return events
    },
    async documentOf(id: string) {
      await eventing.waitForPosition(await eventing.head(), [batchesModel.name])
      return (await eventing.read(batchesModel).get(id))?.document
    },
    /** The usage of the month in the log. */
    async usageOf(account = ada) {
      await eventing.waitForPosition(await eventing.head(), [usage.name])
      const found = (await eventing.read(usage).get(usageId(account, MONTH)))?.document
      return { charged: found?.charged ?? 0, reserved: found?.reserved ?? 0 }
    },
    /** The usage in the ledger. */
    async ledgerOf(account = ada): Promise<number> {
      return (await ledger.take(account, MONTH, 0, Number.POSITIVE_INFINITY, prime(account))).used
    },
    /** As when the process that holds it restarts; for processes opened from now on. */
    loseLedger(): void {
      ledger = createMemoryLedger({ clock })
    },
    async close() {
      await Promise.all(processes.map((opened) => opened.stop()))
      await runner.stop()
      await Promise.all([store.close(), documents.close(), vault.close()])
      directory.remove()
    },
  }
}

export type BatchFlow = Awaited<ReturnType<typeof openBatchFlow>>
