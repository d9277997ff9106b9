// An as-of read model answers queries as a document store does.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createAsOfReadModel } from '../../src/eventing/asOf/readModel.js'
import type { ReadModel } from '../../src/eventing/eventing.js'
import type { Document, DocumentStore, Find, IndexValue, Stored } from '../../src/kernel/ports/documentStore.js'
import fc from '../../testbed/fastCheck.js'
import { at, insert } from '../../testbed/stores/documents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const indexes = { by: ['group', 'value', '_id'], byValue: ['value', '_id'] }

const directory = tempDirectory({ quick: true })
let store: DocumentStore
beforeAll(() => {
  store = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
})
afterAll(async () => {
  await store.close()
  directory.remove()
})

const id = fc.constantFrom('', 'a', 'b', 'aa', 'a\u0000', 'é', '😀', '\uffff')
const value: fc.Arbitrary<IndexValue> = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2.5, '', 'x', 'x\u0000', '\uffff', '😀', true, false),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const sparse = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { freq: 9, nil: null })
const document = fc.record({ group: sparse(fc.constantFrom(1, 2, '1')), value: sparse(value) }, { requiredKeys: [] })
const documents = fc.uniqueArray(fc.record({ id, document }), { selector: ({ id }) => id })
const bound = fc.option(value, { nil: undefined, freq: 3 })
const question = fc.record(
  {
    index: fc.constantFrom('by', 'by', 'by', 'byValue', 'none', 'toString'),
    equals: fc.oneof(
      fc.record({ group: fc.constantFrom(1, 2, '1') }),
      fc.record({ group: fc.constantFrom(1, 2), value }),
      fc.record({ group: fc.constantFrom(1, 2), value, _id: id }),
      fc.record({ value }),
    ),
    range: fc.record({ from: bound, to: bound }),
    skip: fc.constantFrom(0, 1, 3, -1, 100_001),
    reverse: fc.boolean(),
    cursors: fc.constant(true),
    limit: fc.constantFrom(1, 2, 100, 0, 1_001, 1.5),
  },
  { requiredKeys: ['index', 'limit'] },
) as fc.Arbitrary<Find>

type Model = Pick<ReadModel<Document>, 'find' | 'count'>

/**
 * All pages of a result and its count, or the error. Cursors are store-specific, so only their presence is compared.
 */
async function resultOf(model: Model, query: Find): Promise<unknown> {
  try {
    const pages: unknown[] = []
    for (let after: string | undefined; ; ) {
      const page = await model.find({ ...query, ...(after !== undefined && { after }) })
      pages.push(page.items, page.next !== undefined, page.cursors?.length)
      if (page.next === undefined) return { pages, count: await model.count(query) }
      after = page.next
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return 'refused'
  }
}

describe('an as-of read model', () => {
  test('answers every query, page by page, as a document store does', async () => {
    let round = 0
    const run = async (rows: readonly { id: string; document: Document }[], questions: readonly Find[]) => {
      const collection = store.collection({ name: `round${round++}`, indexes })
      await insert(collection, Object.fromEntries(rows.map(({ id, document }) => [id, document])))
      const kept = rows.map(({ id, document }): [string, Stored<Document>] => [id, { id, position: at(1), document }])
      const model = createAsOfReadModel(indexes, new Map(kept))
      for (const query of questions) expect(await resultOf(model, query)).toEqual(await resultOf(collection, query))
    }
    await fc.assert(fc.asyncProperty(documents, fc.array(question, { minLength: 1, maxLength: 8 }), run), {
      numRuns: 150,
    })
  })

  test('continues after any item whose cursor was requested, and accepts no other cursor', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((id, value): [string, Stored<Document>] => [
      id,
      { id, position: at(1), document: { group: 1, value } },
    ])
    const model = createAsOfReadModel(indexes, new Map(rows))
    const query: Find = { index: 'by', equals: { group: 1 }, reverse: true, limit: 3, cursors: true }
    const { cursors } = await model.find(query)
    for (const [place, after] of cursors!.entries()) {
      const { items } = await model.find({ ...query, after })
      expect(items.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'].slice(place + 1))
    }
    const [after] = cursors!
    const others: Find[] = [
      { ...query, after: 'x' },
      { ...query, after: '' },
      { ...query, after: after!, reverse: false },
      { ...query, after: after!, equals: { group: 2 } },
      { ...query, after: after!, index: 'byValue', equals: {} },
    ]
    for (const other of others) await expect(model.find(other)).rejects.toThrow(RangeError)
  })

  test('has the folded documents, and none that were deleted', async () => {
    const model = createAsOfReadModel<Document>(
      indexes,
      new Map<string, Stored<Document | null>>([
        ['here', { id: 'here', position: at(7), document: { group: 1, value: 1 } }],
        ['gone', { id: 'gone', position: at(8), document: null }],
      ]),
    )
    expect(await model.get('here')).toEqual({ id: 'here', position: at(7), document: { group: 1, value: 1 } })
    expect(await model.get('gone')).toBeUndefined()
    expect(await model.getMany(['gone', 'here', 'never'])).toEqual([undefined, { group: 1, value: 1 }, undefined])
    expect(await model.getUpToHead('here')).toEqual({ group: 1, value: 1 })
    expect(await model.getOrReplay('gone', 'any')).toBeUndefined()
    expect(await model.count({ index: 'by' })).toBe(1)
  })
})
