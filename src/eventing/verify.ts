// Verifies read models against the log.
import { canonicalJson } from '../kernel/canonicalJson.js'
import { isErasure } from '../kernel/erasure.js'
import type { Collection, Document, Stored } from '../kernel/ports/documentStore.js'
import type { EventStore } from '../kernel/ports/eventStore.js'
import { later, type Position, START } from '../kernel/position.js'
import { createErasureIndex } from './erasureIndex.js'
import { apply, keysOf } from './fold.js'
import type { Generation, Generations } from './generations.js'
import type { AnyProjection } from './projection.js'
import { foldToHead } from './rebuild.js'

export interface ReadModelVerification {
  readonly model: string
  readonly documents: number
  /** Ids of live documents that differ from the folded log; at most ten. */
  readonly different: readonly string[]
  readonly position: Position
}

/** Maximum number of differing documents reported. */
const MAX_REPORTED = 10
/** Suspect documents examined per pass over the log. */
const BATCH_SIZE = 1_000

/**
 * Verifies read models: folds the whole log into a scratch generation, compares every document, and drops the scratch.
 */
export async function verifyReadModels(
  store: EventStore,
  generations: Generations,
  projections: readonly AnyProjection[],
): Promise<ReadModelVerification[]> {
  const results: ReadModelVerification[] = []
  for (const projection of projections) {
    const { generation: live } = await generations.live(projection)
    const scratch = await generations.createEmpty(projection, live.number + 1_000_000)
    try {
      results.push(await compare(store, generations, live, scratch))
    } finally {
      await generations.drop(projection.name, scratch.number)
    }
  }
  return results
}

async function compare(
  store: EventStore,
  generations: Generations,
  live: Generation,
  scratch: Generation,
): Promise<ReadModelVerification> {
  const position = await foldToHead(store, generations, [scratch], createErasureIndex())
  const { suspects, documents } = await findSuspects(live.collection, scratch.collection)
  const different: string[] = []
  for (let at = 0; at < suspects.length && different.length < MAX_REPORTED; at += BATCH_SIZE) {
    different.push(...(await examine(store, generations, live, suspects.slice(at, at + BATCH_SIZE))))
  }
  return { model: live.projection.name, documents, different: different.slice(0, MAX_REPORTED), position }
}

/** Documents that differ in a first comparison, usually because the log grew between the two reads. */
async function findSuspects(live: Collection, scratch: Collection) {
  const suspects: string[] = []
  let documents = 0
  for await (const expected of scratch.all()) {
    documents++
    const found = await live.get(expected.id)
    if (!found || dumpLine(found) !== dumpLine(expected)) suspects.push(expected.id)
  }
  for await (const { id } of live.all()) if (!(await scratch.get(id))) suspects.push(id)
  return { suspects, documents }
}

/**
 * Folds these documents again, each exactly up to its live copy's position, so that a difference is not a matter of
 * timing.
 */
async function examine(
  store: EventStore,
  generations: Generations,
  { projection, number, collection }: Generation,
  ids: readonly string[],
) {
  const { checkpoint } = await generations.open(projection, number)
  const found = new Map((await collection.getMany(ids)).map((stored, index) => [ids[index]!, stored]))
  const until = (id: string): Position => later(checkpoint, found.get(id)?.position ?? START)
  const expected = new Map<string, { document: Document | null; position: Position }>()
  const erased = createErasureIndex()
  for await (const event of store.readAll()) {
    if (isErasure(event)) {
      erased.observe([event])
      for (const [id, { document }] of expected) {
        if (document?.owner === event.data.account && event.position <= until(id))
          expected.set(id, { document: null, position: event.position })
      }
    }
    for (const id of keysOf(projection, event)) {
      if (!found.has(id) || event.position > until(id)) continue
      const document = apply(projection, expected.get(id)?.document ?? null, event, id, erased)
      expected.set(id, { document, position: event.position })
    }
  }
  return ids.filter((id) => {
    const [a, b] = [found.get(id), expected.get(id)]
    if (!a?.document || !b?.document) return Boolean(a?.document) !== Boolean(b?.document)
    return dumpLine(a) !== dumpLine({ id, ...b })
  })
}

const dumpLine = ({ id, position, document }: Stored<Document | null>) => canonicalJson({ id, position, document })

/** A model's documents as canonical JSON, one per line: equal histories give byte-identical dumps. */
export async function* dump(collection: Collection): AsyncIterable<string> {
  for await (const stored of collection.all()) yield `${dumpLine(stored)}\n`
}
