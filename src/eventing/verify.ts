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

export interface Verified {
  readonly model: string
  readonly documents: number
  /** Ids whose live document is not what the log gives; at most ten are named. */
  readonly different: readonly string[]
  readonly position: Position
}

/** So many ids of different documents are named. */
const NAMED = 10
const EXAMINED_AT_ONCE = 1_000

/** Folds the whole log anew, compares every document with the live one, and throws the new ones away. */
export async function verify(
  store: EventStore,
  generations: Generations,
  projections: readonly AnyProjection[],
): Promise<Verified[]> {
  const results: Verified[] = []
  for (const projection of projections) {
    const { generation: live } = await generations.live(projection)
    const scratch = await generations.begin(projection, live.number + 1_000_000)
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
): Promise<Verified> {
  const position = await foldToHead(store, generations, [scratch], createErasureIndex())
  const { suspects, documents } = await suspicious(live.collection, scratch.collection)
  const different: string[] = []
  for (let at = 0; at < suspects.length && different.length < NAMED; at += EXAMINED_AT_ONCE) {
    different.push(...(await examine(store, generations, live, suspects.slice(at, at + EXAMINED_AT_ONCE))))
  }
  return { model: live.projection.name, documents, different: different.slice(0, NAMED), position }
}

/** Documents that are not equal at a glance: most because the log grew between the two looks. */
async function suspicious(live: Collection, scratch: Collection) {
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

/** Folds these documents once more, each exactly as far as the live one is: what differs then is no matter of time. */
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

/** A model's documents as canonical JSON, a line each: equal histories give equal dumps, byte for byte. */
export async function* dump(collection: Collection): AsyncIterable<string> {
  for await (const stored of collection.all()) yield `${dumpLine(stored)}\n`
}
