// Heavy queries of one account leave time for those of others.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Request } from 'express'
import { parse } from 'graphql'
import { loadContract } from '../../src/api/contract/contract.js'
import { createEnforceLimits } from '../../src/graphql/limits/enforceLimits.js'
import { createHeavyQuerySemaphore } from '../../src/graphql/limits/heavy.js'
import { createSchema } from '../../src/graphql/schema.js'
import { eventually } from '../../testbed/eventually.js'

const HEAVY = 1_501

/** Long enough for every operation that has a permit to get its turn of the event loop. */
async function turn(): Promise<void> {
  for (let count = 0; count < 10; count++) await nextTurn()
}

test('a hundred cheap queries of one account start at once, although none has ended', async () => {
  const acquire = createHeavyQuerySemaphore()
  let started = 0
  for (let query = 0; query < 100; query++) void acquire('one', 1_500).then(() => started++)
  await eventually(
    () => started,
    (count) => count === 100,
    5_000,
  )
})

describe('heavy queries', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  const pass = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds)
    await turn()
  }

  function starter() {
    const acquire = createHeavyQuerySemaphore()
    const started: string[] = []
    const ends: (() => void)[] = []
    const start = (account: string) =>
      void acquire(account, HEAVY).then((end) => {
        started.push(account)
        ends.push(end)
      })
    return { start, started, ends }
  }

  test('of one account run one at a time, concurrently with those of another', async () => {
    const { start, started, ends } = starter()
    for (const account of ['one', 'one', 'two']) start(account)
    await turn()
    expect(started).toEqual(['one', 'two'])
    ends[0]!()
    await pass(100)
    expect(started).toEqual(['one', 'two', 'one'])
  })

  test.each([
    { tookMs: 10, restMs: 40 },
    { tookMs: 200, restMs: 100 },
  ])('of one account start only $restMs ms after the end of one that took $tookMs ms', async ({ tookMs, restMs }) => {
    const { start, started, ends } = starter()
    for (let query = 0; query < 2; query++) start('one')
    await pass(tookMs)
    ends[0]!()
    await pass(restMs - 1)
    expect(started).toHaveLength(1)
    await pass(1)
    expect(started).toHaveLength(2)
  })

  test('that have ended return their permit once', async () => {
    const { start, started, ends } = starter()
    for (let query = 0; query < 3; query++) start('one')
    await turn()
    ends[0]!()
    ends[0]!()
    await pass(100)
    expect(started).toHaveLength(2)
  })

  test('that wait for a store block the next one only for a short time', async () => {
    const { start, started } = starter()
    for (let query = 0; query < 2; query++) start('one')
    await pass(249)
    expect(started).toHaveLength(1)
    await pass(101)
    expect(started).toHaveLength(2)
  })
})

describe('an operation', () => {
  const schema = createSchema()
  const contract = loadContract()
  const fields =
    'id status total processed valid invalid createdAt completedAt failure downloadUrl jobId progress { __typename }'
  const times = (count: number, make: (place: number) => string) =>
    Array.from({ length: count }, (_, n) => make(n)).join(' ')
  const heavyQuery =
    '{ batches(first: 100) { edges { node { a: id b: id c: id d: id e: id f: id g: id h: id i: id j: id k: id l: id m: id n: id o: id } } } }'
  const heavyMutation = `mutation { verifyBatch(input: { emails: ["a@b.test"] }) { ${times(4, (n) => `a${n}: results { email valid status reason checks { syntax dns mx } }`)} } }`

  function admitter() {
    const limits = createEnforceLimits({ schema, contract, rateLimiter: { limit: () => undefined } })
    return (query: string, ip = '192.0.2.1') => {
      let end = () => {}
      const exchange = {
        requestId: 'x',
        identity: { error: undefined },
        headers: {},
        onEnd: (callback: () => void) => {
          end = callback
        },
        callFor: () => {
          throw new Error('nothing is carried out')
        },
      }
      const request = { ip } as Request
      return limits({ document: parse(query), operationName: undefined, variables: {}, request, exchange }).then(
        () => end,
      )
    }
  }

  test.each([
    `subscription { batchProgress(id: "x") { ${fields} } }`,
    'subscription { poolActivity { type message timestamp icon } }',
  ])('that is a typical subscription is within the cost limit: %s', async (query) => {
    await expect(admitter()(query)).resolves.toBeDefined()
  })

  test('that is a subscription with pages of results is rejected', async () => {
    const query = 'subscription { batchProgress(id: "x") { results(first: 100) { edges { node { email valid } } } } }'
    await expect(admitter()(query)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(
        /^A subscription may cost at most 300; this one costs about \d+\. Select fewer fields\.$/,
      ),
    })
  })

  test.each([
    ['query', heavyQuery],
    ['mutation', heavyMutation],
  ])('that is a heavy %s takes a permit, which the networks of an IPv6 site share', async (_, query) => {
    const admit = admitter()
    const started: string[] = []
    const ends: (() => void)[] = []
    const begin = (ip: string) =>
      admit(query, ip).then((end) => {
        started.push(ip)
        ends.push(end)
      })
    const all = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'].map(begin)
    await turn()
    expect(started).toEqual(['2001:db8:1:1::1', '2001:db8:2:1::1'])
    for (const end of ends) end()
    await Promise.all(all)
    for (const end of ends) end()
  })
})
