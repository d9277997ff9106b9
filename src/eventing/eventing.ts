// The event flow of a process: commands, read models and waits for features; rebuilds and checks for operators.
import type { Actor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import type { Log } from '../kernel/log.js'
import type { Collection, Document, DocumentStore, Find, Found, Stored } from '../kernel/ports/documentStore.js'
import type { Appended, EventStore, ExpectedRevision, ReadStreamOptions } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { createErasedInLog } from './erasedInLog.js'
import { type ErasureDocument, erasures } from './erasureIndex.js'
import { foldFrom, foldStream } from './fold.js'
import { createGenerations, type Generation } from './generations.js'
import { createHandle, createLoad, type Handle, type Load } from './handle.js'
import type { LeaderElection } from './leases.js'
import { newEvents } from './newEvents.js'
import type { AnyProjection, Projection } from './projection.js'
import { createWaitForReactor, type WaitForReactor } from './reactors/waitForReactor.js'
import { readableEventAt } from './readableEventAt.js'
import { foldEachToHead, type OnProgress, type RebuildResult, rebuild } from './rebuild.js'
import { createRunner, type Runner } from './runner.js'
import { type ReadModelVerification, verifyReadModels } from './verify.js'

/** A read model as queries see it; always reads the live generation. */
export interface ReadModel<D extends Document> {
  get(id: string): Promise<Stored<D> | undefined>
  /** In the order of `ids`. */
  getMany(ids: readonly string[]): Promise<readonly (D | undefined)[]>
  /** The document; if the model does not have it yet, replays it from the one stream that produces it. */
  getOrReplay(id: string, stream: string): Promise<D | undefined>
  /** The document as of the head of the log: events that the model has not seen are folded for this call only. */
  getUpToHead(id: string): Promise<D | undefined>
  find(question: Find): Promise<Found<D>>
  count(question: Pick<Find, 'index' | 'equals' | 'range'>): Promise<number>
}

/** What features can do with the log and the read models. */
export interface Eventing {
  readonly load: Load
  readonly handle: Handle
  /** Appends without loading first; for streams whose past does not affect the decision. Never retried. */
  append<E extends DomainEvent>(
    stream: string,
    events: readonly E[],
    actor: Actor,
    expected: ExpectedRevision,
  ): Promise<Appended>
  /** Whether each of these streams exists; one store call for all of them. */
  exist(streams: readonly string[]): Promise<readonly boolean[]>
  /** Reads raw events of a stream, for callers that need not fold all of it. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<Recorded>
  /**
   * Read-your-writes: waits until readers of these models see everything up to a position, by default for at most 5 s.
   * Does not wait for a model that has stopped. @returns whether they see it
   */
  waitForPosition(position: Position, models: readonly string[], timeoutMs?: number): Promise<boolean>
  /**
   * Waits until readers of these models see the head of the log, before a read of them.
   * @returns whether they see it
   * @throws StoreUnavailable as soon as their store is known not to answer
   */
  waitForHead(models: readonly string[]): Promise<boolean>
  readonly waitForReactor: WaitForReactor
  /** Version token, like an ETag: changes whenever a read of these models may differ. Computed in memory. */
  versionToken(models: readonly string[]): string
  /** The position of the newest event. */
  head(): Promise<Position>
  /** Gives access to a read model. */
  read<E extends DomainEvent, D extends Document>(projection: Projection<E, D>): ReadModel<D>
  /** Owners erased by any event now in the log, each with the position of the erasure. */
  erased(): Promise<ReadonlyMap<string, Position>>
}

/** What queries need of it: of the present, or as of a past instant. */
export type Reading = Pick<Eventing, 'read' | 'waitForHead' | 'waitForPosition' | 'head'>

const READ_YOUR_WRITES_TIMEOUT_MS = 5_000

/** Wires up the event flow of one process: commands in, read models out. */
export async function createEventing(dependencies: {
  readonly store: EventStore
  readonly documents: DocumentStore
  /** The store of the reactors' checkpoints (default: the documents). */
  readonly records?: DocumentStore
  readonly projections: readonly AnyProjection[]
  readonly clock: Clock
  readonly log: Log
  readonly lead?: LeaderElection
}) {
  const { store, documents, records = documents, projections, clock, log, lead } = dependencies
  const generations = createGenerations(documents)
  const runner: Runner = await createRunner({ store, generations, projections, clock, log, ...(lead && { lead }) })
  const load = createLoad(store)
  const hasErasures = projections.includes(erasures)

  /** A document folded for one call only may belong to an erased owner. */
  async function unlessErased<D extends Document>(document: D | undefined): Promise<D | undefined> {
    if (typeof document?.owner !== 'string' || !hasErasures) return document
    const { collection } = runner.serving(erasures.name)
    return (await (collection as Collection<ErasureDocument>).get(document.owner)) ? undefined : document
  }

  /** The models' checkpoints are taken first: whatever they have folded is in the log then. */
  async function headFor(models: readonly string[]): Promise<Position> {
    const folded = models.map((name) => runner.serving(name).checkpoint)
    const head = await store.head()
    if (folded.some((checkpoint) => checkpoint > head)) await runner.identity.check()
    runner.identity.assertSame()
    return head
  }

  /** The generation of a model that readers see. @throws Failure SERVICE_UNAVAILABLE when it is not of this log */
  function serving(name: string): Generation {
    runner.identity.assertSame()
    return runner.serving(name)
  }

  const handle = createHandle(store)

  const eventing: Eventing = {
    load,
    handle: (entity, actor, decide) => {
      runner.identity.assertSame()
      return handle(entity, actor, decide)
    },
    append: async (stream, events, actor, expected) => {
      runner.identity.assertSame()
      // Events that are appended without a precondition are many; those that need a key have it in their data.
      const key = expected === 'any' ? undefined : actor.key
      return store.append(stream, newEvents(stream, events, actor, key), { expected })
    },
    exist: (streams) => store.exist(streams),
    readStream: (stream, options) => store.readStream(stream, options),
    waitForPosition: (position, models, timeoutMs = READ_YOUR_WRITES_TIMEOUT_MS) =>
      runner.waitForPosition(position, models, timeoutMs),
    waitForHead: async (models) =>
      runner.waitForPosition(await headFor(models), models, READ_YOUR_WRITES_TIMEOUT_MS, true),
    waitForReactor: createWaitForReactor({ documents: records }),
    versionToken: (models) => runner.versionToken(models),
    head: () => store.head(),
    read: <E extends DomainEvent, D extends Document>(projection: Projection<E, D>): ReadModel<D> => {
      const collection = () => serving(projection.name).collection as Collection<D>
      return {
        get: (id) => collection().get(id),
        getMany: async (ids) => (await collection().getMany(ids)).map((stored) => stored?.document ?? undefined),
        find: (question) => collection().find(question),
        count: (question) => collection().count(question),
        getUpToHead: async (id) => {
          const { checkpoint } = serving(projection.name)
          return unlessErased(await foldFrom(store, projection, id, await collection().get(id), checkpoint))
        },
        getOrReplay: async (id, stream) =>
          (await collection().get(id))?.document ?? unlessErased(await foldStream(store, projection, id, stream)),
      }
    },
    erased: () => runner.erased(),
  }

  const named = (names: readonly string[]) => projections.filter(({ name }) => names.includes(name))

  return {
    eventing,
    runner,
    names: projections.map(({ name }) => name),
    rebuild: async (names: readonly string[], onProgress?: OnProgress): Promise<RebuildResult[]> => {
      const rebuilt = await rebuild({ store, generations, clock }, named(names), onProgress)
      await runner.publish()
      await runner.adoptNewGenerations()
      return rebuilt
    },
    /**
     * Folds the live read models from their checkpoints to the head of the log as fast as a rebuild does. Can be interrupted
     * at any time, and continues. Call it before the runner is started.
     * @throws the first failure of a model, after the others have reached the head
     */
    catchUp: async (names: readonly string[], onProgress?: OnProgress): Promise<void> => {
      const targets = names.map(runner.serving)
      const { erased, reach } = createErasedInLog({ store, generations, projections })
      await reach(targets.map(({ checkpoint }) => checkpoint).sort()[0]!)
      await foldEachToHead(store, generations, targets, erased, onProgress)
    },
    lost: <E extends DomainEvent, D extends Document>(projection: Projection<E, D>) =>
      lostOf<D>(store, runner, projection),
    /** @param scratch an empty store, for what the log gives */
    verify: (
      names: readonly string[],
      scratch: DocumentStore,
      onProgress?: OnProgress,
    ): Promise<ReadModelVerification[]> =>
      verifyReadModels({ store, generations, scratch: createGenerations(scratch) }, named(names), onProgress),
  }
}

export type Flow = Awaited<ReturnType<typeof createEventing>>

/**
 * Documents whose last event was lost when the log was restored from an older copy. Call it before a rebuild.
 * @param projection of events that take back something, which may be applied again
 */
async function lostOf<D extends Document>(
  store: EventStore,
  runner: Runner,
  { name, keys }: AnyProjection,
): Promise<Stored<D>[]> {
  const lost: Stored<D>[] = []
  if (!(await runner.foreign()).includes(name)) return lost
  for await (const stored of (runner.serving(name).collection as Collection<D>).all()) {
    // One that cannot be read counts as lost.
    const event = await readableEventAt(store, stored.position)
    if (!event || !keys(event).includes(stored.id)) lost.push(stored)
  }
  return lost
}
