import type { Actor } from '../kernel/actor.js'
import type { Clock } from '../kernel/clock.js'
import type { DomainEvent, Recorded } from '../kernel/envelope.js'
import type { Log } from '../kernel/log.js'
import type { Collection, Document, DocumentStore, Find, Found, Stored } from '../kernel/ports/documentStore.js'
import type { Appended, EventStore, ExpectedRevision, ReadStreamOptions } from '../kernel/ports/eventStore.js'
import type { Position } from '../kernel/position.js'
import { type ErasureDocument, erasures } from './erasureIndex.js'
import { foldOn, foldStream } from './fold.js'
import { createGenerations } from './generations.js'
import { createHandle, createLoad, type Handle, type Load } from './handle.js'
import type { LeaderElection } from './leases.js'
import { newEvents } from './newEvents.js'
import type { AnyProjection, Projection } from './projection.js'
import { type Rebuilt, rebuild } from './rebuild.js'
import { createRunner, type Runner } from './runner.js'
import { type Verified, verify } from './verify.js'

/** A read model as queries see it: always the live generation. */
export interface ReadModel<D extends Document> {
  get(id: string): Promise<Stored<D> | undefined>
  /** In the order of `ids`. */
  getMany(ids: readonly string[]): Promise<readonly (D | undefined)[]>
  /** The same, folded from the one stream that makes the document where the model has not seen it yet. */
  getOrReplay(id: string, stream: string): Promise<D | undefined>
  /** As of the end of the log, however far behind the model is: what it has not seen is folded for this answer alone. */
  getUpToHead(id: string): Promise<D | undefined>
  find(question: Find): Promise<Found<D>>
  count(question: Pick<Find, 'index' | 'equals' | 'range'>): Promise<number>
}

/** What features do with the log and its read models. */
export interface Eventing {
  readonly load: Load
  readonly handle: Handle
  /** Appends without folding first; for streams whose past decides nothing. Never retried. */
  append<E extends DomainEvent>(
    stream: string,
    events: readonly E[],
    actor: Actor,
    expected: ExpectedRevision,
  ): Promise<Appended>
  /** Which of these streams there are: one question for all of them. */
  exist(streams: readonly string[]): Promise<readonly boolean[]>
  /** A stream as it is, for whoever need not fold the whole of it. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<Recorded>
  /**
   * Waits until readers of these models see all up to a position, at most 5 s unless told otherwise; not at all for a
   * model that stands still. Answers whether they do.
   */
  waitForPosition(position: Position, models: readonly string[], atMostMs?: number): Promise<boolean>
  /**
   * Follows the newest event, for a read of these models. Answers whether they are there.
   * @throws StoreUnavailable as soon as their store is known not to answer
   */
  waitForHead(models: readonly string[]): Promise<boolean>
  /** Is another text when readers of these models may see something else; known without asking the store. */
  versionToken(models: readonly string[]): string
  /** The place of the newest event. */
  head(): Promise<Position>
  read<E extends DomainEvent, D extends Document>(projection: Projection<E, D>): ReadModel<D>
  /** Who is erased by all that is in the log now, each with the place of that. */
  erased(): Promise<ReadonlyMap<string, Position>>
}

const FOLLOW_MS = 5_000

/** The event flow of one process: commands in, read models out. */
export async function createEventing(dependencies: {
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly projections: readonly AnyProjection[]
  readonly clock: Clock
  readonly log: Log
  readonly lead?: LeaderElection
}) {
  const { store, documents, projections, clock, log, lead } = dependencies
  const generations = createGenerations(documents)
  const runner: Runner = await createRunner({ store, generations, projections, clock, log, ...(lead && { lead }) })
  const load = createLoad(store)
  const remembersErasures = projections.includes(erasures)

  /** What is folded for one answer alone may belong to somebody whose documents are deleted. */
  async function unlessErased<D extends Document>(document: D | undefined): Promise<D | undefined> {
    if (typeof document?.owner !== 'string' || !remembersErasures) return document
    const { collection } = runner.serving(erasures.name)
    return (await (collection as Collection<ErasureDocument>).get(document.owner)) ? undefined : document
  }

  const eventing: Eventing = {
    load,
    handle: createHandle(store),
    append: (stream, events, actor, expected) => store.append(stream, newEvents(stream, events, actor), { expected }),
    exist: (streams) => store.exist(streams),
    readStream: (stream, options) => store.readStream(stream, options),
    waitForPosition: (position, models, atMostMs = FOLLOW_MS) => runner.follow(position, models, atMostMs),
    waitForHead: async (models) => runner.follow(await store.head(), models, FOLLOW_MS, true),
    versionToken: (models) => runner.stateOf(models),
    head: () => store.head(),
    read: <E extends DomainEvent, D extends Document>(projection: Projection<E, D>): ReadModel<D> => {
      const collection = () => runner.serving(projection.name).collection as Collection<D>
      return {
        get: (id) => collection().get(id),
        getMany: async (ids) => (await collection().getMany(ids)).map((stored) => stored?.document ?? undefined),
        find: (question) => collection().find(question),
        count: (question) => collection().count(question),
        getUpToHead: async (id) => {
          const { checkpoint } = runner.serving(projection.name)
          return unlessErased(await foldOn(store, projection, id, await collection().get(id), checkpoint))
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
    rebuild: async (names: readonly string[], onProgress?: (events: number) => void): Promise<Rebuilt[]> => {
      const rebuilt = await rebuild({ store, generations, clock }, named(names), onProgress)
      await runner.lookForFlips()
      return rebuilt
    },
    /** Who was erased by a log that has been set back since, and no more by this one. To be asked before a rebuild. */
    async lostErasures(): Promise<string[]> {
      const lost: string[] = []
      if (!remembersErasures) return lost
      const head = await store.head()
      for await (const { id, position } of runner.serving(erasures.name).collection.all()) {
        if (position > head) lost.push(id)
      }
      return lost
    },
    verify: (names: readonly string[]): Promise<Verified[]> => verify(store, generations, named(names)),
  }
}
