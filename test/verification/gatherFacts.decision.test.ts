// When the pool is queried instead of DNS.
import { describe, expect, test } from '@jest/globals'
import type { PoolAnswer } from '../../src/features/pool/index.js'
import { createEngine, isComplete } from '../../src/features/verification/engine/engine.js'
import type { Lists } from '../../src/features/verification/engine/lists/lists.js'
import { judgeV1 } from '../../src/features/verification/engine/policy/v1.js'
import {
  createGatherFacts,
  type GatheredFacts,
  type GatherFactsDependencies,
} from '../../src/features/verification/gatherFacts.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { NOTHING_KNOWN } from '../../testbed/given/facts.js'
import { noOutcomes } from '../../testbed/given/noOutcomes.js'

const NOW = Date.UTC(2026, 10, 21, 9)

const answer: PoolAnswer = {
  route: 'explicit',
  provider: 'google',
  checkedAt: '2026-11-21T08:59:00.000Z',
  ttl: 300,
  confidence: 0.4321,
  validations: 7,
}

const lists: Lists = {
  version: '',
  sources: [],
  domainFacts: (name) => ({
    ...NOTHING_KNOWN,
    disposable: name.startsWith('trash') ? { entry: name, sources: ['x'] } : undefined,
  }),
  isRole: (localPart) => localPart === 'info',
  providerByExchange: () => undefined,
}
const engine = createEngine({ lists, router: { cached: () => undefined, find: () => new Promise(() => {}) } })

/** Queries of a pool with these answers, and the result. */
async function inquired(email: string, pool: Partial<GatherFactsDependencies['pool']> = {}) {
  const poolLookups: string[] = []
  const { readerOf, gather } = createGatherFacts({
    engine,
    clock: { now: () => NOW },
    knownBounces: noOutcomes,
    hashAddress: () => 0,
    pool: {
      hasEntries: () => true,
      addressOf: (name, canonical) => `${name}/${canonical}`,
      lookUp: async ({ pool: name, account }, address, now) => {
        expect(account).toBe('a reader')
        expect(now).toBe(NOW)
        poolLookups.push(`${name}: ${address}`)
        return answer
      },
      ...pool,
    },
  })
  const inquiry = gather(await readerOf('a reader', 'public'), email)
  return { atOnce: !(inquiry instanceof Promise), poolLookups, ...(await inquiry) }
}

const factsOf = ({ facts }: GatheredFacts) => {
  if (!isComplete(facts)) throw new Error('DNS is to be queried')
  return facts
}

describe('the pool lookup', () => {
  test('uses the canonical address, and replaces DNS', async () => {
    const inquiry = await inquired('Ada@BÜCHER.example.se')
    expect(inquiry.poolLookups).toEqual(['public: public/ada@xn--bcher-kva.example.se'])
    expect(inquiry.address).toBe('public/ada@xn--bcher-kva.example.se')
    expect(judgeV1(factsOf(inquiry))).toMatchObject({
      status: 'valid',
      provider: 'google',
      checks: { syntax: true, dns: true, mx: true },
      fromPool: { confidence: 0.4321, validations: 7 },
    })
    expect(factsOf(inquiry).routed).toMatchObject({ checkedAt: Date.parse(answer.checkedAt), ttl: 300 })
  })

  test('does not override the lists', async () =>
    expect(judgeV1(factsOf(await inquired('info@trash.net'))).checks).toMatchObject({ disposable: true, role: true }))

  test.each([
    ['what is no address', 'no address'],
    ['a reserved domain', 'ada@example.org'],
    ['a name below a reserved one', 'ada@mail.test'],
    ['an address literal', 'ada@[93.184.215.14]'],
  ])('is skipped for %s', async (_, email) => {
    const { poolLookups, address, atOnce } = await inquired(email)
    expect({ poolLookups, address, atOnce }).toEqual({ poolLookups: [], address: undefined, atOnce: true })
  })

  test('is skipped, without waiting, while the pool is empty', async () => {
    const inquiry = await inquired('ada@mailproof.net', { hasEntries: () => false })
    expect(inquiry).toMatchObject({ poolLookups: [], address: undefined, atOnce: true })
    expect(isComplete(inquiry.facts)).toBe(false)
  })

  test('is skipped once the pool turns out to be empty', async () => {
    const inquiry = await inquired('ada@mailproof.net', { hasEntries: async () => false })
    expect(inquiry).toMatchObject({ poolLookups: [], address: undefined })
  })

  test('falls back to DNS on a miss', async () => {
    const inquiry = await inquired('ada@mailproof.net', { lookUp: async () => undefined })
    expect(inquiry.address).toBe('public/ada@mailproof.net')
    expect(isComplete(inquiry.facts)).toBe(false)
  })

  const down = () => Promise.reject(new StoreUnavailable('the store is closed'))
  test.each([
    ['of what it holds', { hasEntries: down }],
    ['of an address', { lookUp: down }],
  ])('does not delay a verification if it cannot read %s', async (_, pool) => {
    const inquiry = await inquired('ada@mailproof.net', pool)
    expect(inquiry.address).toBeUndefined()
    expect(isComplete(inquiry.facts)).toBe(false)
  })

  test('is an error if it fails in any other way', async () => {
    const broken = new Error('a fault of the program')
    await expect(inquired('ada@mailproof.net', { lookUp: () => Promise.reject(broken) })).rejects.toBe(broken)
  })
})
