import { describe, expect, test } from '@jest/globals'
import type { Eventing } from '../../src/eventing/eventing.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { createGetPoolContributions } from '../../src/features/pool/queries/getPoolContributions.js'
import { BEGIN, callerOf, deriveKey } from '../../testbed/features/poolFlow.js'

/** An account with more contributions than a test could make; queries to the store are recorded. */
function contributedOften(total: number) {
  const skipped: unknown[] = []
  const model = {
    get: async () => ({ document: { contributions: total, unique: 0, credits: 0 } }),
    find: async ({ skip }: { skip: number }) => {
      skipped.push(skip)
      return { items: [] }
    },
  }
  const eventing = {
    head: async () => '0',
    waitForPosition: async () => true,
    read: () => model,
  } as unknown as Eventing
  const ask = createGetPoolContributions({ eventing, clock: { now: () => BEGIN }, keys: createPoolKeys({ deriveKey }) })
  return { skipped, page: (page: number, limit: number) => ask(callerOf(), { period: 'all-time', page, limit }) }
}

describe('pages of contributions', () => {
  test.each([
    [100, 1_001],
    [20, 5_001],
    [7, 14_286],
    [1, 100_001],
  ])('of %i reach 100,000 back; page %i is refused, with the last page', async (limit, last) => {
    const { page, skipped } = contributedOften(1_000_000)
    const { pagination } = await page(last, limit)
    expect(pagination).toEqual({ page: last, limit, total: 1_000_000, hasMore: true })
    expect(skipped).toEqual([(last - 1) * limit])
    await expect(page(last + 1, limit)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(`at most ${last} `),
      details: { problems: [{ path: '/page' }] },
    })
    expect(skipped).toHaveLength(1)
  })

  test('beyond the last contribution are empty, however far', async () => {
    const { page, skipped } = contributedOften(150_000)
    const { contributions, pagination } = await page(999_999_999_999_999, 100)
    expect({ contributions, hasMore: pagination.hasMore }).toEqual({ contributions: [], hasMore: false })
    expect(skipped).toEqual([])
  })
})
