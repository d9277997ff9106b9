// Synchronous requests with many addresses, without DNS, stores or a transport.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Facts } from '../../src/features/verification/engine/facts.js'
import type { AddressesVerified } from '../../src/features/verification/events.js'
import { createVerifyMany } from '../../src/features/verification/internal/verifyMany.js'
import { createLookUps, MAX_CONCURRENT_ROUTES } from '../../src/features/verification/lookUps.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { actor, caller } from '../../testbed/features/batchFlow.js'
import { bob } from '../../testbed/given/accountEvents.js'
import { factsOf, gathering, timeout } from '../../testbed/given/facts.js'

/** Permits of one account while it is alone: four fifths. */
const WINDOW = 0.8 * MAX_CONCURRENT_ROUTES
const LONG_MS = 60_000

let queries: { readonly email: string; answer(): void }[]
let appended: AddressesVerified['data'][]
/** The amounts taken and charged, for each call. */
let settled: { readonly taken: number; readonly charged: number }[]
let uncharged: number[]
let hurry: AbortController
beforeEach(() => {
  queries = []
  appended = []
  settled = []
  uncharged = []
  hurry = new AbortController()
})

const emails = (count: number, kind = 'cold') =>
  Array.from({ length: count }, (_, index) => `${kind}${index}@example.net`)

/** DNS is queried only for names starting with `cold`, and answers when the test decides. */
const open = (refusal?: Error) =>
  createVerifyMany({
    eventing: {
      append: async (_, events) => {
        if (refusal) throw refusal
        appended.push(...events.map(({ data }) => data as AddressesVerified['data']))
        return { revision: 0n, position: '0' }
      },
    },
    gatherFacts: gathering((email) => (email.startsWith('warm') ? factsOf(email) : pendingFactsOf(email))),
    resultOf: () => undefined,
    pool: { contributeShared: async function* () {} },
    quota: {
      take: async (_payer, _month, amount) => amount,
      settle: async (_payer, _month, taken, charged) => void settled.push({ taken, charged }),
    },
    uncharged: { requireAllowance: () => {}, note: (_, answers) => void uncharged.push(answers) },
    lookUps: createLookUps(),
    rulesOf: () => undefined,
    sealNotification: async () => undefined,
    keptAddresses: { seal: () => undefined },
    clock: { now: () => Date.UTC(2026, 10, 21) },
    finishEarly: hurry.signal,
  })

const pendingFactsOf = (email: string) => ({
  queryDns: () =>
    new Promise<Facts>((resolve) => {
      queries.push({ email, answer: () => resolve(factsOf(email)) })
    }),
  timedOut: () => factsOf(email, { route: timeout }),
})

const options = { debug: false, share: false, reportContributed: false, deadlineMs: LONG_MS }

/** Waits until this many are queried, and checks that it stays so. */
async function untilQueried(count: number): Promise<void> {
  await eventually(
    () => queries.length,
    (now) => now >= count,
  )
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  expect(queries).toHaveLength(count)
}

describe('many addresses', () => {
  test('never exceed the window of concurrent DNS lookups, whatever the length of the list; results are in order', async () => {
    const domains = Array.from({ length: 5_000 }, (_, index) => `d${index}.example.net`)
    const list = domains.map((domain) => `cold@${domain}`)
    const verifying = open()(caller(), list, options, { actor: actor() })
    for (let answered = 0; answered < list.length; answered = queries.length) {
      await untilQueried(Math.min(answered + WINDOW, list.length))
      // Newest first.
      for (const { answer } of queries.slice(answered).reverse()) answer()
    }
    expect((await verifying).rows.map(({ verdict }) => verdict.domain)).toEqual(domains)
    expect(settled).toEqual([{ taken: 5_000, charged: 5_000 }])
  })

  test('leave room for another account, which gets its share, however many calls of one account run', async () => {
    const verifyMany = open()
    const count = (kind: string) => queries.filter(({ email }) => email.startsWith(`cold${kind}`)).length
    const greedy = ['a', 'b', 'c'].map((kind) =>
      verifyMany(caller(), emails(3_000, `cold${kind}`), options, { actor: actor() }),
    )
    await untilQueried(WINDOW)
    const other = verifyMany(caller({ account: bob }), emails(3_000, 'coldother'), options, { actor: actor() })
    await eventually(
      () => count('other'),
      (now) => now >= 200,
    )
    const atOnce = count('other')
    expect(queries.length - atOnce).toBe(WINDOW)
    // Shares even out as answers arrive: some of the greedy calls' lookups end at each poll.
    const greedyAsks = () => queries.filter(({ email }) => !email.startsWith('coldother'))
    let ended = 0
    await eventually(
      () => {
        for (const { answer } of greedyAsks().slice(ended, ended + WINDOW / 4)) {
          answer()
          ended++
        }
        return count('other')
      },
      (now) => now >= (4 / 9) * MAX_CONCURRENT_ROUTES - 1,
    )
    hurry.abort()
    await Promise.all([...greedy, other])
  })

  test('do not wait if their results are known', async () => {
    const verifying = open()(caller(), [...emails(3_000, 'warm'), ...emails(10)], options, { actor: actor() })
    await untilQueried(10)
    for (const { answer } of queries) answer()
    expect((await verifying).rows).toHaveLength(3_010)
  })

  test.each([
    ['the time is over', 2_000, () => {}],
    ['the service stops', LONG_MS, () => hurry.abort()],
  ])('whose DNS look-ups have not finished are unknown and not charged when %s', async (_, deadlineMs, end) => {
    const list = emails(3_000)
    const verifying = open()(caller(), [...list, 'warm@example.net'], { ...options, deadlineMs }, { actor: actor() })
    await untilQueried(WINDOW)
    for (const { answer } of queries.slice(0, 500)) answer()
    await untilQueried(WINDOW + 500)
    end()
    const { rows } = await verifying
    expect(rows.map(({ verdict }) => verdict.status)).toEqual([
      ...list.map((_, index) => (index < 500 ? 'valid' : 'unknown')),
      'valid',
    ])
    expect(queries).toHaveLength(WINDOW + 500)
    expect(settled).toEqual([{ taken: 3_001, charged: 501 }])
    expect(uncharged).toEqual([2_500])
    expect(appended.reduce((sum, { charged }) => sum + charged, 0)).toBe(501)
  })

  test.each([
    [[{ taken: 2, charged: 0 }], 'that it refuses for its size', new RangeError('too large')],
    [[], 'whose outcome is unknown', new StoreUnavailable('timeout')],
  ])('give %j back after an append %s', async (given, _, refusal) => {
    await expect(open(refusal)(caller(), emails(2, 'warm'), options, { actor: actor() })).rejects.toBe(refusal)
    expect(settled).toEqual(given)
  })

  test('are abandoned without a charge when the caller disconnects', async () => {
    const gone = new AbortController()
    const call = { actor: actor(), signal: gone.signal }
    const verifying = open()(caller(), emails(3_000), options, call)
    const refused = expect(verifying).rejects.toThrow('gone')
    await untilQueried(WINDOW)
    gone.abort(new Error('gone'))
    await refused
    await untilQueried(WINDOW)
    expect(appended).toEqual([])
    expect(settled).toEqual([{ taken: 3_000, charged: 0 }])
  })
})
