// A table in a few bytes behaves as a map.
import { expect, test } from '@jest/globals'
import { createLabelTable } from '../../src/features/outcomes/internal/labelTable.js'
import fc from '../../testbed/fastCheck.js'

const subjects = fc.oneof(
  fc.nat({ max: 40 }),
  fc.maxSafeNat().map((hash) => hash % 2 ** 42),
  fc.constantFrom('r.0', 'r.1'),
)
const entries = fc.array(
  fc.tuple(subjects, fc.nat({ max: 3 }), fc.constantFrom('good' as const, 'bad' as const, undefined)),
  { maxLength: 3_000, size: 'max' },
)

test('of labels by subject and time', () =>
  fc.assert(
    fc.property(entries, (given) => {
      const table = createLabelTable()
      const map = new Map<string, 'good' | 'bad' | undefined>()
      for (const [subject, at, label] of given) {
        table.set(subject, at, label)
        map.set(`${subject} ${at}`, label)
      }
      const wrong = given.flatMap(([subject]) =>
        [0, 1, 2, 3, 4].filter((at) => table.get(subject, at) !== map.get(`${subject} ${at}`)),
      )
      expect(wrong).toEqual([])
    }),
    { numRuns: 30 },
  ))
