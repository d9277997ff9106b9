import { describe, expect, test } from '@jest/globals'
import { createByteBudget } from '../../../src/httpMessages/ingress/byteBudget.js'
import fc from '../../../testbed/fastCheck.js'

/** Takes leases of the given size until one is refused. @returns the number of bytes held */
function takeAll(budget: ReturnType<typeof createByteBudget>, holder: string, size: number): number {
  let held = 0
  while (budget.lease(holder).resize(size)) held += size
  return held
}

describe('memory for content in transit', () => {
  test('is two thirds of the total for one that is alone, and some is free for the next', () => {
    const budget = createByteBudget(9_000)
    expect(takeAll(budget, 'a', 10)).toBe(6_000)
    expect(budget.lease('b').resize(1_000)).toBe(true)
  })

  test('is divided equally between those who want as much as possible', () => {
    const budget = createByteBudget(90_000)
    const leases = ['a', 'b', 'c'].map((holder) => budget.lease(holder))
    for (let size = 10; leases.map((lease) => lease.resize(size)).some(Boolean); ) size += 10
    expect(budget.held()).toBeLessThan(90_000)
    expect(budget.held()).toBeGreaterThan(70_000)
  })

  test('is exactly what is held, whatever is taken and returned', () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 2_000 })), { maxLength: 100 })
    fc.assert(
      fc.property(steps, (changes) => {
        const budget = createByteBudget(5_000)
        const leases = ['a', 'a', 'b', 'c', 'd'].map((holder) => budget.lease(holder))
        const held = [0, 0, 0, 0, 0]
        for (const [index, bytes] of changes) if (leases[index]!.resize(bytes)) held[index] = bytes
        expect(budget.held()).toBe(held.reduce((sum, bytes) => sum + bytes, 0))
        for (const lease of leases) lease.resize(0)
        expect(budget.held()).toBe(0)
      }),
    )
  })
})
