import { expect, test } from '@jest/globals'
import { at, idsOf, insert } from '../../support/documents.js'
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

  test('a document without an indexed member, or with a value that cannot be sorted, is not in the index', async () => {
    await insert(people(byAge), {
      a: {},
      b: { age: null },
      c: { age: [1] },
      d: { age: {} },
      e: { age: 1 },
      f: { age: '1' },
    })
    expect(idsOf((await people(byAge).find({ index: 'byAge', limit: 9 })).items)).toEqual(['e', 'f'])
  })

  test('an inherited member of Object is not a member of a document', async () => {
    const odd = people({ odd: ['constructor', '_id'], proto: ['__proto__', '_id'] })
    await insert(odd, { a: {} })
    expect([await odd.count({ index: 'odd' }), await odd.count({ index: 'proto' })]).toEqual([0, 0])
  })
}
