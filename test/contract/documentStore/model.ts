// Contract of document stores: any history of writes, compared with a map.
import { expect, test } from '@jest/globals'
import type { Collection, Document, Find } from '../../../src/kernel/ports/documentStore.js'
import fc from '../../../testbed/fastCheck.js'
import { at, findAll } from '../../../testbed/stores/documents.js'
import type { Given } from './fixture.js'

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never

interface Kept {
  readonly position: string
  readonly document: Document | null
}

const id = fc.constantFrom('', 'a', 'b', 'a\u0000', '\u0000', 'é', '😀', '\uffff')
const number = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
)
const text = fc.oneof(fc.constantFrom('', 'x', 'x\u0000', 'y'), fc.string({ unit: 'binary', maxLength: 3 }))

/** Histories and queries of a collection whose indexed member has values of one type. */
function historyOf(value: fc.Arbitrary<number | string | boolean>) {
  const document = fc.record({ group: fc.constantFrom(1, 2), value }, { requiredKeys: [] })
  const change = fc.record({ id, document: fc.option(document, { freq: 4 }), stale: fc.nat(9).map((n) => n === 0) })
  const bound = fc.option(value, { nil: undefined })
  const question = fc.record({
    equals: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    range: fc.option(fc.tuple(bound, bound), { nil: undefined }),
    reverse: fc.boolean(),
    limit: fc.constantFrom(1, 2, 100),
    skip: fc.constantFrom(0, 0, 1, 3),
  })
  return fc.record({
    changes: fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 5 }),
    questions: fc.array(question, { maxLength: 6 }),
  })
}

const history = fc.oneof(historyOf(number), historyOf(text), historyOf(fc.boolean()))

const bytes = (value: unknown) => Buffer.from(String(value))
/** The order of the index: text by code point. */
function compare(a: unknown, b: unknown): number {
  return typeof a === 'string' ? Buffer.compare(bytes(a), bytes(b)) : Number(a) - Number(b)
}

/** The expected result of an index over group and value, computed by a full scan. */
function answer(
  kept: ReadonlyMap<string, Kept>,
  { equals, range, reverse }: Pick<Find, 'equals' | 'range' | 'reverse'>,
) {
  const [low, high] = [range?.from, range?.to]
  const within = (member: unknown) =>
    (low === undefined || (typeof member === typeof low && compare(member, low) >= 0)) &&
    (high === undefined || (typeof member === typeof high && compare(member, high) < 0))
  const found = [...kept.entries()].flatMap(([name, { document: found }]) =>
    found && found.group !== undefined && found.value !== undefined
      ? [{ id: name, ...found } as { id: string; group: number; value: unknown }]
      : [],
  )
  const sorted = found
    .filter((each) => (equals === undefined ? within(each.group) : each.group === equals.group && within(each.value)))
    .sort((a, b) => a.group - b.group || compare(a.value, b.value) || compare(a.id, b.id))
  return (reverse ? sorted.reverse() : sorted).map((each) => each.id)
}

export function model(given: Given): void {
  test('any history of writes leaves the same state as a map, and every query returns what a full scan would', async () => {
    let round = 0
    const run = async ({ changes, questions }: Made<typeof history>) => {
      const name = `model${round++}`
      const collection: Collection = given().store.collection({ name, indexes: { by: ['group', 'value', '_id'] } })
      const kept = new Map<string, Kept>()
      let clock = 1
      for (const call of changes) {
        const made = call.map((each) => {
          const expected = each.stale ? at(0) : kept.get(each.id)?.position
          const position = at(clock++)
          const conflict = each.stale
          if (!conflict) kept.set(each.id, { position, document: each.document })
          return {
            change: { id: each.id, position, document: each.document, ...(expected !== undefined && { expected }) },
            conflict,
          }
        })
        const conflicts = await collection.write(made.map((each) => each.change))
        expect(conflicts).toEqual(made.filter((each) => each.conflict).map((each) => each.change.id))
      }
      const ids = [...kept.keys()]
      expect(await collection.getMany(ids)).toEqual(ids.map((each) => ({ id: each, ...kept.get(each) })))
      for (const { equals, range, reverse, limit, skip } of questions) {
        const bounds = range && {
          ...(range[0] !== undefined && { from: range[0] }),
          ...(range[1] !== undefined && { to: range[1] }),
        }
        if (bounds?.from !== undefined && bounds.to !== undefined && typeof bounds.from !== typeof bounds.to) continue
        const query = {
          index: 'by',
          reverse,
          ...(equals !== undefined && { equals: { group: equals } }),
          ...(bounds && { range: bounds }),
        }
        const expected = answer(kept, query)
        expect((await findAll(collection, { ...query, limit })).map((each) => each.id)).toEqual(expected)
        expect((await collection.find({ ...query, limit: 100, skip })).items.map((each) => each.id)).toEqual(
          expected.slice(skip),
        )
        expect(await collection.count(query)).toBe(expected.length)
      }
      await collection.drop()
    }
    await fc.assert(fc.asyncProperty(history, run), { numRuns: given().histories ?? 100 })
  })
}
