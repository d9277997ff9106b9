// Verifies read models against the log.
import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '../kernel/canonicalJson.js'
import { isErasure } from '../kernel/erasure.js'
import type { Collection, Document, Stored } from '../kernel/ports/documentStore.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import { later, type Position, START } from '../kernel/position.js'
import { MINUTE_MS } from '../kernel/time.js'
import { createErasureIndex, type ErasureIndex } from './erasureIndex.js'
import { apply, keysOf } from './fold.js'
import type { Generation, Generations } from './generations.js'
import type { AnyProjection } from './projection.js'
import { foldToHead, type OnProgress } from './rebuild.js'

export interface ReadModelVerification {
  readonly model: string
  readonly documents: number
  /** Ids of live documents that differ from the folded log; at most ten. */
  readonly different: readonly string[]
  readonly position: Position
}

interface VerifyDependencies {
  readonly store: EventStore
  readonly generations: Generations
  /** Generations in a scratch store, which is empty. */
  readonly scratch: Pick<Generations, 'open' | 'advance'>
}

/** Maximum number of differing documents reported. */
const MAX_REPORTED = 10
/** Documents compared, and suspects examined, at a time. */
const BATCH_SIZE = 1_000
/** How long live models may take to reach the position at which the scratch ended. */
const LIVE_TIMEOUT_MS = MINUTE_MS
const LIVE_POLL_MS = 50

/**
 * Verifies read models: folds the whole log into a scratch store, once for all of them, and compares every document. What
 * differs because the log has grown meanwhile is folded further, up to the live document.
 * @throws UnreadableEvent or UnknownEvent at the first event that cannot be read
 */
export async function verifyReadModels(
  dependencies: VerifyDependencies,
  projections: readonly AnyProjection[],
  onProgress?: OnProgress,
): Promise<ReadModelVerification[]> {
  const { store, scratch } = dependencies
  const folded = await Promise.all(projections.map((projection) => scratch.open(projection, 1)))
  const erased = createErasureIndex()
  const position = await foldToHead(store, scratch, folded, erased, onProgress)
  const deadline = performance.now() + LIVE_TIMEOUT_MS
  const results: ReadModelVerification[] = []
  for (const expected of folded) results.push(await verifyOne(dependencies, { expected, position, erased, deadline }))
  return results
}

interface Folded {
  /** In the scratch. */
  readonly expected: Generation
  /** The head of the log when the scratch was folded. */
  readonly position: Position
  /** Owners erased up to the scratch's checkpoint. */
  readonly erased: ErasureIndex
  /** Until when live models are waited for, on the monotonic clock. */
  readonly deadline: number
}

async function verifyOne(
  { store, generations }: VerifyDependencies,
  { expected, position, erased, deadline }: Folded,
): Promise<ReadModelVerification> {
  const { projection } = expected
  const live = await liveAt(generations, expected, deadline)
  const { suspects, documents } = await findSuspects(live.collection, expected.collection)
  const different: string[] = []
  for (let at = 0; at < suspects.length && different.length < MAX_REPORTED; at += BATCH_SIZE) {
    const ids = suspects.slice(at, at + BATCH_SIZE)
    different.push(...(await examine({ store, generations, live, expected, erased }, ids)))
  }
  return { model: projection.name, documents, different: different.slice(0, MAX_REPORTED), position }
}

/** The live generation, once it has what the scratch has; as it is at the deadline. */
async function liveAt(generations: Generations, expected: Generation, deadline: number): Promise<Generation> {
  for (;;) {
    const { generation } = await generations.live(expected.projection)
    if (generation.checkpoint >= expected.checkpoint || performance.now() > deadline) return generation
    await sleep(LIVE_POLL_MS)
  }
}

/** Documents that differ in a first comparison, usually because the log grew between the two reads. */
async function findSuspects(live: Collection, scratch: Collection) {
  const suspects: string[] = []
  let documents = 0
  for await (const batch of batches(scratch.all())) {
    documents += batch.length
    const found = await live.getMany(batch.map(({ id }) => id))
    for (const [index, expected] of batch.entries()) {
      const stored = found[index]
      if (!stored?.document || dumpLine(stored) !== dumpLine(expected)) suspects.push(expected.id)
    }
  }
  for await (const batch of batches(live.all())) {
    const found = await scratch.getMany(batch.map(({ id }) => id))
    for (const [index, { id }] of batch.entries()) if (!found[index]?.document) suspects.push(id)
  }
  return { suspects, documents }
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<readonly T[], void, void> {
  let batch: T[] = []
  for await (const item of items) {
    if (batch.push(item) < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface Examination extends Pick<VerifyDependencies, 'store' | 'generations'>, Pick<Folded, 'expected' | 'erased'> {
  readonly live: Generation
}

/**
 * Folds these documents exactly up to their live copies' positions, so that a difference is not a matter of timing: from
 * where the scratch ended, or from the start of the log for a live model that is behind that.
 */
async function examine({ store, generations, live, expected, erased }: Examination, ids: readonly string[]) {
  const { projection, number, collection } = live
  const { checkpoint } = await generations.open(projection, number)
  const isBehind = checkpoint < expected.checkpoint
  const after = isBehind ? START : expected.checkpoint
  const found = new Map((await collection.getMany(ids)).map((stored, index) => [ids[index]!, stored]))
  const until = (id: string): Position => later(checkpoint, found.get(id)?.position ?? START)
  const known = isBehind ? createErasureIndex() : erased
  const states = new Map<string, { document: Document | null; position: Position }>()
  if (!isBehind) for (const stored of await expected.collection.getMany(ids)) if (stored) states.set(stored.id, stored)
  for await (const event of store.readAll({ after })) {
    if (isErasure(event)) {
      known.observe([event])
      for (const [id, { document }] of states) {
        if (document?.owner === event.data.account && event.position <= until(id))
          states.set(id, { document: null, position: event.position })
      }
    }
    for (const id of keysOf(projection, event)) {
      if (!found.has(id) || event.position > until(id)) continue
      const document = apply(projection, states.get(id)?.document ?? null, event, id, known)
      states.set(id, { document, position: event.position })
    }
  }
  return ids.filter((id) => {
    const [a, b] = [found.get(id), states.get(id)]
    if (!a?.document || !b?.document) return Boolean(a?.document) !== Boolean(b?.document)
    return dumpLine(a) !== dumpLine({ id, ...b })
  })
}

const dumpLine = ({ id, position, document }: Stored<Document | null>) => canonicalJson({ id, position, document })

/** A model's documents as canonical JSON, one per line: equal histories give byte-identical dumps. */
export async function* dump(collection: Collection): AsyncIterable<string> {
  for await (const stored of collection.all()) yield `${dumpLine(stored)}\n`
}
