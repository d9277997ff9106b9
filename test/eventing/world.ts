// Processes on one log and one document store, with a manual clock.
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { verifyInScratch } from '../../src/composition/scratch.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { createGenerations } from '../../src/eventing/generations.js'
import type { LeaderElection } from '../../src/eventing/leases.js'
import type { AnyProjection } from '../../src/eventing/projection.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import type { Position } from '../../src/kernel/position.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { someone, type Tally } from './tallies.js'

export interface ProcessOptions {
  readonly projections: readonly AnyProjection[]
  readonly start?: boolean
  /** File name of the log; another name is another log. */
  readonly log?: string
  /** Wraps the real document store. */
  readonly documents?: (real: DocumentStore) => DocumentStore
  /** Wraps the real event store. */
  readonly store?: (real: EventStore) => EventStore
  readonly lead?: LeaderElection
}

/** A log and its documents in a temporary directory, a manual clock, and any number of processes. */
export function createWorld() {
  const directory = tempDirectory()
  const clock = {
    time: Date.UTC(2026, 10, 21),
    /** Number of reads of the clock. */
    looks: 0,
    now() {
      clock.looks++
      return clock.time
    },
  }
  const closing: (() => Promise<void>)[] = []

  /** Opens separate handles on both stores, as another process would. */
  function openStores(log = 'events.mdb') {
    const store = createLmdbEventStore({ path: join(directory.path, log), clock })
    const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
    const close = async () => {
      await Promise.all([store.close(), documents.close()])
    }
    closing.push(close)
    return { store, documents, close }
  }

  async function openProcess(options: ProcessOptions) {
    const stores = openStores(options.log)
    const store = options.store?.(stores.store) ?? stores.store
    const documents = options.documents?.(stores.documents) ?? stores.documents
    const { projections, lead } = options
    const flow = await createEventing({ store, documents, projections, clock, log: silentLog, ...(lead && { lead }) })
    const { eventing, runner } = flow
    const names = projections.map(({ name }) => name)
    const models = new Map(projections.map((projection) => [projection.name, eventing.read(projection)]))
    if (options.start ?? true) runner.start()
    let ended: Promise<void> | undefined
    const end = () => {
      ended ??= runner.stop().then(stores.close)
      return ended
    }
    closing.push(end)
    return {
      ...flow,
      verify: (names: readonly string[]) => verifyInScratch(flow, names),
      /** The real stores, without the wrappers. */
      store: stores.store,
      documents: stores.documents,
      generations: createGenerations(stores.documents),
      /** Appends to one stream, one append per event. @returns the last position */
      async append(...events: readonly DomainEvent[]): Promise<Position> {
        const appended = await Promise.all(events.map((event) => eventing.append('tally-1', [event], someone(), 'any')))
        return appended
          .map(({ position }) => position)
          .sort()
          .at(-1)!
      },
      /** Waits, longer than any request would, until readers see the head of the log. */
      untilFolded: async (models = names) => runner.waitForPosition(await stores.store.head(), models, 20_000),
      get: async (id: string, model = names[0]!) => (await models.get(model)!.get(id))?.document as Tally | undefined,
      async statusOf(model = names[0]!) {
        const status = (await runner.status()).find((status) => status.model === model)!
        return { ...status, caughtUp: status.position >= (await stores.store.head()) }
      },
      end,
    }
  }

  return {
    clock,
    openStores,
    openProcess,
    async dispose(): Promise<void> {
      for (const close of closing.reverse()) await close()
      directory.remove()
    },
  }
}

export type World = ReturnType<typeof createWorld>
export type Process = Awaited<ReturnType<World['openProcess']>>

/** Waits for `count` turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}
