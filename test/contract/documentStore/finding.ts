// Contract of document stores: queries by index, order and range.
import { expect, test } from '@jest/globals'
import type { Document, Find, Stored } from '../../../src/kernel/ports/documentStore.js'
import { at, findAll, idsOf, insert } from '../../../testbed/stores/documents.js'
import type { Given } from './fixture.js'

export function finding(given: Given): void {
  const scores = () =>
    given().store.collection({
      name: 'scores',
      indexes: { byBucket: ['bucket', 'score', '_id'], byAny: ['value', '_id'] },
    })
  const find = async (question: Omit<Find, 'limit'>) => idsOf((await scores().find({ limit: 100, ...question })).items)
  const fill = () =>
    insert(scores(), {
      a: { bucket: 'day', score: 3 },
      b: { bucket: 'day', score: 1 },
      c: { bucket: 'day', score: 3 },
      d: { bucket: 'week', score: 2 },
      e: { bucket: 'day', score: -5 },
      f: { bucket: 'day' },
      g: { bucket: 'day', score: null },
    })

  test('sorts by all members of the index, ascending, and then by id', async () => {
    await fill()
    expect(await find({ index: 'byBucket' })).toEqual(['e', 'b', 'a', 'c', 'd'])
    expect(await find({ index: 'byBucket', reverse: true })).toEqual(['d', 'c', 'a', 'b', 'e'])
  })

  test('returns documents with their positions', async () => {
    await fill()
    const { items, next } = await scores().find({ index: 'byBucket', equals: { bucket: 'week' }, limit: 10 })
    expect(items).toEqual([{ id: 'd', position: at(1), document: { bucket: 'week', score: 2 } }])
    expect(next).toBeUndefined()
  })

  test('returns only what equals the given leading members', async () => {
    await fill()
    expect(await find({ index: 'byBucket', equals: { bucket: 'day' } })).toEqual(['e', 'b', 'a', 'c'])
    expect(await find({ index: 'byBucket', equals: { bucket: 'day', score: 3 } })).toEqual(['a', 'c'])
    expect(await find({ index: 'byBucket', equals: { bucket: 'day', score: 3, _id: 'c' } })).toEqual(['c'])
    expect(await find({ index: 'byBucket', equals: { bucket: 'da' } })).toEqual([])
  })

  test('a range includes its lower bound and excludes its upper one', async () => {
    await fill()
    const equals = { bucket: 'day' }
    expect(await find({ index: 'byBucket', equals, range: { from: 1 } })).toEqual(['b', 'a', 'c'])
    expect(await find({ index: 'byBucket', equals, range: { to: 3 } })).toEqual(['e', 'b'])
    expect(await find({ index: 'byBucket', equals, range: { from: -5, to: 3 } })).toEqual(['e', 'b'])
    expect(await find({ index: 'byBucket', equals, range: { from: -5, to: 3 }, reverse: true })).toEqual(['b', 'e'])
    expect(await find({ index: 'byBucket', equals, range: { from: 3, to: 3 } })).toEqual([])
    expect(await find({ index: 'byBucket', equals, range: { from: 9, to: 1 } })).toEqual([])
    expect(await find({ index: 'byBucket', range: { from: 'day', to: 'week' } })).toEqual(['e', 'b', 'a', 'c'])
    expect(await find({ index: 'byBucket', equals: { bucket: 'day', score: 3 }, range: { from: 'b' } })).toEqual(['c'])
    expect(
      await find({ index: 'byBucket', equals: { bucket: 'day', score: 3 }, range: { to: 'c' }, reverse: true }),
    ).toEqual(['a'])
  })

  test('values sort as numbers, as text by code point, or as false before true', async () => {
    const numbers = [-1e300, -2, -1.5, -1e-300, 0, 1e-300, 0.1, 1, 2 ** 53, 1e300]
    const texts = [
      '',
      '\u0000',
      '\u0000\u0000',
      '\u0000a',
      'A',
      'B',
      'a',
      'a\u0000',
      'a\u0001',
      'aa',
      'é',
      '\uffff',
      '😀',
    ]
    const valuesOf = (items: readonly Stored<Document>[]) => items.map(({ document }) => document.value)
    for (const [name, values] of Object.entries({ numbers, texts, booleans: [false, true] })) {
      const collection = given().store.collection({ name, indexes: { byAny: ['value', '_id'] } })
      const shuffled = values
        .map((value, index) => ({ value, index }))
        .sort((a, b) => ((a.index * 7) % 11) - ((b.index * 7) % 11))
      await collection.write(
        shuffled.map(({ value, index }) => ({ id: `${index}`, position: at(1), document: { value } })),
      )
      expect(valuesOf(await findAll(collection, { index: 'byAny', limit: 7 }))).toEqual(values)
      const middle = values[1]!
      const range = { index: 'byAny', limit: 100 }
      expect(valuesOf(await findAll(collection, { ...range, range: { from: middle } }))).toEqual(values.slice(1))
      expect(valuesOf(await findAll(collection, { ...range, range: { to: middle } }))).toEqual(values.slice(0, 1))
    }
  })

  test('negative zero equals zero', async () => {
    await insert(scores(), { a: { value: -0 }, b: { value: 0 } })
    expect(await find({ index: 'byAny', equals: { value: -0 } })).toEqual(['a', 'b'])
  })

  test('long text is matched by its whole value, not by its prefix', async () => {
    const long = 'x'.repeat(5_000)
    await insert(scores(), { a: { value: long }, b: { value: `${long}y` }, c: { value: 'x' } })
    expect(await find({ index: 'byAny', equals: { value: long } })).toEqual(['a'])
    expect(await find({ index: 'byAny', equals: { value: `${long}y` } })).toEqual(['b'])
    expect(await find({ index: 'byAny', equals: { value: long.slice(1) } })).toEqual([])
  })

  test('finds a changed document at its new place only', async () => {
    await fill()
    await scores().write([{ id: 'b', expected: at(1), position: at(2), document: { bucket: 'week', score: 9 } }])
    expect(await find({ index: 'byBucket' })).toEqual(['e', 'a', 'c', 'd', 'b'])
    await scores().write([{ id: 'd', expected: at(1), position: at(2), document: { bucket: 'week' } }])
    await scores().write([{ id: 'a', expected: at(1), position: at(2), document: null }])
    expect(await find({ index: 'byBucket' })).toEqual(['e', 'c', 'b'])
    await scores().write([{ id: 'a', expected: at(2), position: at(3), document: { bucket: 'x', score: 1 } }])
    expect(await find({ index: 'byBucket' })).toEqual(['e', 'c', 'b', 'a'])
  })

  test('counts what it would return', async () => {
    await fill()
    expect(await scores().count({ index: 'byBucket' })).toBe(5)
    expect(await scores().count({ index: 'byBucket', equals: { bucket: 'day' } })).toBe(4)
    expect(await scores().count({ index: 'byBucket', equals: { bucket: 'day' }, range: { from: 1, to: 3 } })).toBe(1)
    expect(await scores().count({ index: 'byBucket', range: { from: 'z', to: 'a' } })).toBe(0)
    expect(await scores().count({ index: 'byAny' })).toBe(0)
  })

  test('iterates over all documents by id, without tombstones', async () => {
    const documents = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`id${index}`, { index }]))
    await insert(scores(), documents)
    await scores().write([{ id: 'id7', expected: at(1), position: at(2), document: null }])
    const all = []
    for await (const stored of scores().all()) all.push(stored)
    expect(idsOf(all)).toEqual(
      Object.keys(documents)
        .filter((id) => id !== 'id7')
        .sort(),
    )
    expect(all[0]).toEqual({ id: 'id0', position: at(1), document: { index: 0 } })
  })

  test('rejects a query that the index cannot answer', async () => {
    const limit = 1
    const questions: Find[] = [
      { index: 'none', limit },
      { index: 'constructor', limit },
      { index: 'byBucket', equals: { score: 1 }, limit },
      { index: 'byBucket', equals: { bucket: 'day', other: 1 }, limit },
      { index: 'byBucket', equals: { bucket: 'day' }, range: { from: 1, to: 'x' }, limit },
      { index: 'byBucket', equals: { bucket: 'day', score: 1, _id: 'a' }, range: { from: 'a' }, limit },
      { index: 'byBucket', limit: 0 },
      { index: 'byBucket', limit: 1_001 },
      { index: 'byBucket', limit: 1.5 },
      { index: 'byBucket', limit, skip: -1 },
      { index: 'byBucket', limit, skip: 100_001 },
    ]
    for (const question of questions) await expect(scores().find(question)).rejects.toThrow(RangeError)
  })
}
