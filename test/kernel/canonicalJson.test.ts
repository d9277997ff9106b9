import { describe, expect, test } from '@jest/globals'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import fc from '../../testbed/fastCheck.js'

/** The same value with the members of every object created in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  )
}

describe('canonical JSON', () => {
  test.each([
    ['null', null, 'null'],
    ['members by their names, at every depth', { b: 1, a: { d: [], c: true } }, '{"a":{"c":true,"d":[]},"b":1}'],
    ['arrays in their own order', [3, 1, [2]], '[3,1,[2]]'],
    ['no white space outside strings', { a: ' \n' }, '{"a":" \\n"}'],
    ['a bigint as text', { revision: 12_345_678_901_234_567_890n }, '{"revision":"12345678901234567890"}'],
    ['no undefined members', { a: undefined, b: 1 }, '{"b":1}'],
    ['a lone surrogate as an escape', '\ud800', '"\\ud800"'],
    [
      'names by code units, not by alphabet',
      { é: 1, z: 2, Z: 3, '\ufb33': 4, '😀': 5 },
      '{"Z":3,"z":2,"é":1,"😀":5,"\ufb33":4}',
    ],
    ['names that look like numbers by code units, too', { 10: 1, 9: 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
    ['a member that is called __proto__', JSON.parse('{"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1}}'],
  ])('has %s', (_, value, text) => expect(canonicalJson(value)).toBe(text))

  test('is equal for equal values, in whatever order their members were created', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(canonicalJson(turned(value))).toBe(canonicalJson(value))))
  })

  test('parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
