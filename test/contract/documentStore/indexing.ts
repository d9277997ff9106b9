// Contract of document stores: indexes that are added, changed or missing.
import { expect, test } from '@jest/globals'
import { at, findAll, idsOf, insert } from '../../../testbed/stores/documents.js'
import type { Given } from './fixture.js'

export function indexing(given: Given): void {
  const people = (indexes: { [index: string]: string[] } = {}) => given().store.collection({ name: 'people', indexes })
  const byAge = { byAge: ['age', '_id'] }
  const byName = { byName: ['name', '_id'] }

  test('an index added to a collection includes existing documents', async () => {
    await insert(people(), { ada: { age: 36, name: 'Ada' }, bob: { age: 20, name: 'Bob' } })
    expect(idsOf((await people(byAge).find({ index: 'byAge', limit: 9 })).items)).toEqual(['bob', 'ada'])
    expect(await people(byName).count({ index: 'byName' })).toBe(2)
  })

  test('an index is also maintained by handles that do not declare it', async () => {
    await insert(people(byAge), { ada: { age: 36 } })
    await insert(people(), { bob: { age: 20 } })
    await people().write([{ id: 'ada', expected: at(1), position: at(2), document: { age: 10 } }])
    expect(idsOf((await people(byAge).find({ index: 'byAge', limit: 9 })).items)).toEqual(['ada', 'bob'])
  })

  test('an index whose members change is rebuilt', async () => {
    await insert(people({ by: ['age', '_id'] }), { ada: { age: 36, name: 'A' }, bob: { age: 20, name: 'B' } })
    const changed = people({ by: ['name', '_id'] })
    expect(idsOf((await changed.find({ index: 'by', limit: 9 })).items)).toEqual(['ada', 'bob'])
    expect(await changed.count({ index: 'by' })).toBe(2)
  })

  test('an undeclared index is a RangeError', async () => {
    await insert(people(byAge), { ada: { age: 36 } })
    await expect(people().find({ index: 'byAge', limit: 1 })).rejects.toThrow(RangeError)
  })

  test('a document without an indexed member, or with null instead, is not in the index', async () => {
    await insert(people(byAge), { a: {}, b: { age: null }, c: { age: 1 } })
    await people(byAge).write([{ id: 'd', position: at(1), document: null }])
    expect(idsOf((await people(byAge).find({ index: 'byAge', limit: 9 })).items)).toEqual(['c'])
    expect(await people(byAge).count({ index: 'byAge' })).toBe(1)
  })

  test.each([[[1]], [{}]])('an indexed member that cannot be sorted (%j) is a RangeError', async (age) => {
    await expect(insert(people(byAge), { a: { age } })).rejects.toThrow(RangeError)
  })

  test('members that hold times are found and sorted like any others', async () => {
    const indexes = { byTime: ['group', 'at', '_id'], byExpiry: ['until', '_id'] }
    const times = { at: 'iso', until: 'milliseconds' } as const
    const timed = given().store.collection({ name: 'timed', indexes, times })
    const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`
    const documents = [3, 1, 2, 4].map((n) => [`id${n}`, { group: 1, at: day(n), until: n * 1_000 }] as const)
    await insert(timed, { ...Object.fromEntries(documents), never: { group: 1, at: null } })
    const question = { index: 'byTime', equals: { group: 1 }, limit: 1 }
    expect(idsOf(await findAll(timed, question))).toEqual(['id1', 'id2', 'id3', 'id4'])
    expect(idsOf(await findAll(timed, { ...question, reverse: true }))).toEqual(['id4', 'id3', 'id2', 'id1'])
    const range = { from: day(2), to: day(4) }
    expect(idsOf(await findAll(timed, { ...question, range }))).toEqual(['id2', 'id3'])
    expect(idsOf(await findAll(timed, { index: 'byTime', equals: { group: 1, at: day(3) }, limit: 9 }))).toEqual([
      'id3',
    ])
    expect(idsOf(await findAll(timed, { index: 'byExpiry', range: { to: 3_000 }, limit: 1 }))).toEqual(['id1', 'id2'])
    expect(await timed.count({ index: 'byExpiry', range: { from: 2_000 } })).toBe(3)
  })

  test('an inherited member of Object is not a member of a document', async () => {
    const odd = people({ odd: ['constructor', '_id'], proto: ['__proto__', '_id'] })
    await insert(odd, { a: {} })
    expect([await odd.count({ index: 'odd' }), await odd.count({ index: 'proto' })]).toEqual([0, 0])
  })
}
