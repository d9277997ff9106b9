// Contract of document stores: sweeping tombstones, and dropping collections.
import { expect, test } from '@jest/globals'
import { at, idsOf, insert } from '../../../testbed/stores/documents.js'
import type { Given } from './fixture.js'

export function clearing(given: Given): void {
  const things = (name = 'things.v1') => given().store.collection({ name, indexes: { byAge: ['age', '_id'] } })
  const remove = (id: string, position: number) =>
    things().write([{ id, expected: at(1), position: at(position), document: null }])

  test('a sweep removes the tombstones before a position, and nothing else', async () => {
    await insert(things(), { a: { age: 1 }, b: { age: 2 }, c: { age: 3 }, d: { age: 4 } })
    await remove('a', 5)
    await remove('b', 10)
    await remove('c', 11)
    expect(await things().sweep(at(11))).toBe(2)
    const found = await things().getMany(['a', 'b', 'c', 'd'])
    expect(found).toEqual([
      undefined,
      undefined,
      { id: 'c', position: at(11), document: null },
      { id: 'd', position: at(1), document: { age: 4 } },
    ])
    expect(await things().sweep(at(11))).toBe(0)
  })

  test('a tombstone that was replaced by a new document is not swept', async () => {
    await insert(things(), { a: {} })
    await remove('a', 2)
    await things().write([{ id: 'a', expected: at(2), position: at(3), document: { age: 1 } }])
    expect(await things().sweep('g')).toBe(0)
    expect((await things().get('a'))?.document).toEqual({ age: 1 })
  })

  test('a swept id can be written like an unknown one', async () => {
    await insert(things(), { a: {} })
    await remove('a', 2)
    await things().sweep('g')
    expect(await things().write([{ id: 'a', position: at(1), document: {} }])).toEqual([])
  })

  test('a sweep of thousands finds them all', async () => {
    const ids = Array.from({ length: 1_300 }, (_, index) => `id${index}`)
    await things().write(ids.map((id) => ({ id, position: at(1), document: null })))
    expect(await things().sweep(at(2))).toBe(1_300)
    expect((await things().getMany(ids)).every((found) => found === undefined)).toBe(true)
  })

  test('a dropped collection is empty, and its neighbours are unchanged', async () => {
    const documents = Object.fromEntries(Array.from({ length: 1_300 }, (_, age) => [`id${age}`, { age }]))
    await insert(things(), documents)
    await insert(things('things.v10'), { a: { age: 1 } })
    await insert(things('things.v2'), { b: { age: 2 } })
    await things().drop()
    expect(await things().get('id1')).toBeUndefined()
    expect(await things().count({ index: 'byAge' })).toBe(0)
    for await (const stored of things().all()) throw new Error(`left over: ${stored.id}`)
    expect(await insert(things(), { id1: { age: 1 } })).toEqual([])
    expect(idsOf((await things().find({ index: 'byAge', limit: 9 })).items)).toEqual(['id1'])
    expect(await things('things.v10').count({ index: 'byAge' })).toBe(1)
    expect(await things('things.v2').count({ index: 'byAge' })).toBe(1)
  })

  test('an unknown collection can be dropped', async () => {
    await expect(things('never').drop()).resolves.toBeUndefined()
  })
}
