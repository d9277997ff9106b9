import { expect, test } from '@jest/globals'
import type { Eventing, ReadModel } from '../../src/eventing/eventing.js'
import { createGetPoolLevels } from '../../src/features/pool/queries/getPoolLevels.js'

/** A model that advances between two reads: each contributor contributes once more. */
function rising(contributions: number[]): Pick<Eventing, 'read'> {
  const count: ReadModel<never>['count'] = async ({ range }) => {
    const { from, to } = range as { from: number; to?: number }
    const found = contributions.filter((each) => each >= from && (to === undefined || each < to)).length
    for (const index of contributions.keys()) contributions[index]!++
    return found
  }
  return { read: () => ({ count }) as unknown as ReadModel<never> } as Pick<Eventing, 'read'>
}

test('an account that rises while levels are counted is counted once', async () => {
  for (let least = 90; least < 105; least++) {
    const eventing = rising([least, least + 900, least + 9_900, 5]) as Eventing
    const levels = await createGetPoolLevels({ eventing })()
    expect(levels.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    expect(levels.every(({ count }) => count >= 0)).toBe(true)
  }
})
