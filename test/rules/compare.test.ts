// What differs between two sets of rules.
import { describe, expect, test } from '@jest/globals'
import { compareRules } from '../../src/features/rules/language/compare.js'
import type { Rule } from '../../src/features/rules/language/rule.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import fc from '../../testbed/fastCheck.js'
import { arbitraryRules } from './arbitraryRules.js'

const named = (name: string, value = 'example.com'): Rule => ({
  name,
  when: { fact: 'domain', op: 'eq', value },
  action: 'deny',
})
const summary = (before: Rule[], after: Rule[]) =>
  compareRules(before, after).map(({ kind, rule, placeBefore, placeAfter }) => [kind, rule, placeBefore, placeAfter])

describe('two sets', () => {
  test('that are the same do not differ', () =>
    expect(summary([named('a'), named('b')], [named('a'), named('b')])).toEqual([]))

  test('differ by what was added, changed and removed; others have only other numbers', () =>
    expect(summary([named('a'), named('b'), named('c')], [named('x'), named('a'), named('b', 'b.org')])).toEqual([
      ['added', 'x', null, 1],
      ['changed', 'b', 2, 3],
      ['removed', 'c', 3, null],
    ]))

  test('differ by the one rule that was moved, and not by those it was moved past', () =>
    expect(summary([named('a'), named('b'), named('c')], [named('c'), named('a'), named('b')])).toEqual([
      ['moved', 'c', 3, 1],
    ]))

  test('recognise rules without names by what they say, also if they say it twice', () => {
    const { name: _, ...plain } = named('a')
    expect(summary([plain, plain], [plain])).toEqual([['removed', 'rule 2', 2, null]])
  })
})

test('what differs, applied to the one set, gives the other', () =>
  fc.assert(
    fc.property(arbitraryRules(), arbitraryRules(), fc.boolean(), (before, others, mixed) => {
      const after = mixed ? [...others, ...before.slice(0, 2)] : others
      const changes = compareRules(before, after)
      const gone = new Set(changes.flatMap(({ placeBefore }) => placeBefore ?? []))
      const kept = before.filter((_, index) => !gone.has(index + 1))
      const rebuilt: Rule[] = []
      const placed = new Map(
        changes.flatMap(({ placeAfter, after: rule }) => (placeAfter ? [[placeAfter, rule!]] : [])),
      )
      while (rebuilt.length < after.length) rebuilt.push(placed.get(rebuilt.length + 1) ?? kept.shift()!)
      expect(canonicalJson(rebuilt)).toBe(canonicalJson(after))
      expect(kept).toEqual([])
    }),
  ))
