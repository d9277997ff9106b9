import { expect, test } from '@jest/globals'
import { plainJson } from '../../src/adapters/eventstore/lmdb/plainJson.js'
import fc from '../../testbed/fastCheck.js'

const throughText = (value: unknown): unknown => {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : JSON.parse(text)
}

const anything = fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true })

test('subscribers of this process see exactly what a later read of the log returns', () => {
  fc.assert(fc.property(anything, (value) => expect(plainJson(value)).toStrictEqual(throughText(value))))
})

test('symbol members, undefined members and functions are dropped, and negative zero becomes zero', () => {
  const value = { kept: -0, [Symbol('hidden')]: 1, nothing: undefined, work: () => 1, deep: { nothing: undefined } }
  expect(plainJson(value)).toStrictEqual({ kept: 0, deep: {} })
})

test('later changes by the caller are not visible', () => {
  const value = { list: [{ name: 'ada' }], deep: { name: 'ada' } }
  const copy = plainJson(value)
  value.list[0]!.name = value.deep.name = 'eve'
  expect(copy).toStrictEqual({ list: [{ name: 'ada' }], deep: { name: 'ada' } })
})
