// What callers see of results that accounts share in the signal pool.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { iso } from '../../src/kernel/clock.js'
import { ended, submit, upload } from '../../testbed/callers/batches.js'
import { eventually } from '../../testbed/eventually.js'
import { accountNamed } from '../../testbed/features/poolFlow.js'
import { contributes } from '../../testbed/given/poolLog.js'
import { contributed, contributions, poolSeen, verifications } from '../../testbed/records/contributions.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

/** Answers from the pool if one account has confirmed an address. */
let api: InProcessService
/** Requires two accounts, of any age. */
let strict: InProcessService
beforeAll(async () => {
  ;[api, strict] = await Promise.all([
    start({ env: { POOL_MIN_CONTRIBUTORS: '1' } }),
    start({ env: { POOL_MIN_CONTRIBUTORS: '2', POOL_CONTRIBUTOR_MIN_DAYS: '0' } }),
  ])
})
afterAll(() => Promise.all([api.stop(), strict.stop()]))

let addresses = 0
const newAddress = (domain = 'explicit.mailproof.net') => `someone-${addresses++}@${domain}`

const verify = async (at: InProcessService, key: string, email: string, more: object = {}) => {
  const { status, body } = await at.call('verifyEmail', { key, body: { email, ...more } })
  expect(status).toBe(200)
  return body
}
/** Shared, and visible to pool lookups from now on. */
const share = async (at: InProcessService, key: string, email: string) => {
  const body = await verify(at, key, email, { share_signals: true })
  await poolSeen(at)
  return body
}
const starters = (at: InProcessService, count: number) =>
  Promise.all(Array.from({ length: count }, () => at.account({ plan: 'starter' })))

describe('a shared result', () => {
  test('earns credits for its accounts, and answers a third one without DNS', async () => {
    const [ada, bob] = await starters(strict, 2)
    const free = await strict.account()
    const email = newAddress()
    const first = await share(strict, ada!.key, email)
    expect(first).toMatchObject({ from_pool: false, credits_earned: 2, unique_contribution: true })
    const second = await share(strict, bob!.key, email)
    // Other contributors are not revealed while the pool does not answer.
    expect(second).toEqual(first)

    const { credits_earned, unique_contribution, ...found } = first
    const third = await verify(strict, free.key, email)
    expect(third).toEqual({
      ...found,
      from_pool: true,
      pool_confidence: expect.any(Number),
      pool_validations: 2,
    })
    expect(third.pool_confidence).toBeGreaterThan(0)
    expect(third.pool_confidence).toBeLessThan(1)
    expect((await strict.usage(free.key)).verifications).toBe(1)
  })

  test('is of one address, in every spelling, and of no other', async () => {
    const [ada, bob] = await starters(api, 2)
    await share(api, ada!.key, 'jürgen.k@bücher.net')
    expect(await verify(api, bob!.key, 'Jürgen.K@xn--bcher-kva.NET')).toMatchObject({ from_pool: true })
    expect(await verify(api, bob!.key, 'jürgen@bücher.net')).toMatchObject({ from_pool: false })
  })

  test('tells v2 when DNS was queried, and how long the answer is valid', async () => {
    const [ada] = await starters(api, 1)
    const free = await api.account()
    const email = newAddress('ttl-minute.mailproof.net')
    await share(api, ada!.key, email)
    const { checkedAt } = (await contributions(api)).at(-1)!.data
    const { body } = await api.call('verifyEmailSignals', { key: free.key, body: { email } })
    expect(body).toMatchObject({
      checked_at: `${checkedAt.slice(0, 16)}:00.000Z`,
      default_decision: 'allow',
      signals: { mx: 'present' },
    })
    expect(body.ttl_hint_seconds).toBeGreaterThan(0)
    expect(body.ttl_hint_seconds).toBeLessThanOrEqual(300)
    expect((await verifications(api)).at(-1)!.data).toMatchObject({
      api: 'v2',
      pool: { pool: 'public', lookUps: 1, hits: 1 },
    })
  })

  test.each([
    ['null-mx.mailproof.net', 'null_mx'],
    ['no-target.mailproof.net', 'no_target'],
    ['missing.mailproof.net', 'no_name'],
    ['no-records.mailproof.net', 'no_records'],
    ['private-address.mailproof.net', 'not_public'],
    ['implicit.mailproof.net', 'implicit'],
    ['icloud.com', 'explicit'],
    ['mailinator.com', 'explicit'],
  ])('gives the same verdict from the pool as from DNS: %s, %s', async (domain, route) => {
    const [ada, bob] = await starters(api, 2)
    const email = newAddress(domain)
    const { credits_earned, unique_contribution, from_pool, ...found } = await share(api, ada!.key, email)
    expect((await contributions(api)).at(-1)!.data).toMatchObject({ route, valid: found.valid })
    const { pool_confidence, pool_validations, ...again } = await verify(api, bob!.key, email)
    expect(again).toEqual({ ...found, from_pool: true })
  })

  test('with `debug` reports that the route came from the pool', async () => {
    const [ada, bob] = await starters(api, 2)
    const email = newAddress()
    await share(api, ada!.key, email)
    const { steps } = (await verify(api, bob!.key, email, { debug: true })).debug
    expect(steps).toContainEqual(expect.objectContaining({ outcome: 'explicit (signal pool)' }))
  })

  test('is counted as a lookup if the pool was queried, and as a hit if it answered', async () => {
    const [ada, bob] = await starters(api, 2)
    const email = newAddress()
    await share(api, ada!.key, email)
    await verify(api, bob!.key, email)
    await verify(api, bob!.key, newAddress())
    await verify(api, bob!.key, 'no address')
    const [hit, miss, none] = (await verifications(api)).slice(-3).map(({ data }) => data)
    expect(hit).toMatchObject({ pool: { pool: 'public', lookUps: 1, hits: 1 } })
    expect(miss).toMatchObject({ pool: { pool: 'public', lookUps: 1, hits: 0 } })
    expect(none).not.toHaveProperty('pool')
  })

  test('of forty concurrent accounts is unique for as many as the pool requires, and in the log for exactly one', async () => {
    const racers = await starters(strict, 40)
    const email = newAddress()
    const bodies = await Promise.all(racers.map(({ key }) => verify(strict, key, email, { share_signals: true })))
    expect(bodies.filter(({ unique_contribution }) => unique_contribution === true)).toHaveLength(2)
    // A call so late that the pool already answered contributed nothing.
    const voters = bodies.filter(({ from_pool }) => !from_pool).length
    // A contribution that was queued meanwhile is made a little later.
    const votes = await eventually(
      async () => (await contributions(strict)).filter(({ data }) => racers.some(({ id }) => id === data.account)),
      ({ length }) => length >= voters,
    )
    expect(votes).toHaveLength(voters)
    expect(votes.filter(({ data }) => data.unique)).toHaveLength(1)
    await poolSeen(strict)
    const [reader] = await starters(strict, 1)
    expect(await verify(strict, reader!.key, email)).toMatchObject({ pool_validations: voters })
  })
})

describe('nothing is contributed', () => {
  const nothing = async (at: InProcessService, key: string, email: string) => {
    const before = (await contributions(at)).length
    const body = await share(at, key, email)
    expect(body).not.toHaveProperty('credits_earned')
    expect(body).not.toHaveProperty('unique_contribution')
    expect((await verifications(at)).at(-1)!.data).not.toHaveProperty('share')
    expect(await contributions(at)).toHaveLength(before)
    return body
  }

  test.each([
    ['could not be determined', 'a@servfail.mailproof.net', 'unknown'],
    ['is accepted because of its major provider alone', 'a@yahoo.com', 'valid'],
    ['is no address', 'no address', 'invalid'],
    ['has a reserved domain', 'a@example.org', 'invalid'],
    ['has an address literal', 'a@[93.184.215.14]', 'valid'],
  ])('for a result that %s', async (_, email, status) => {
    const [ada] = await starters(api, 1)
    expect(await nothing(api, ada!.key, email)).toMatchObject({ status })
  })

  test('for a result that came from the pool itself', async () => {
    const [ada, bob] = await starters(api, 2)
    const email = newAddress()
    await share(api, ada!.key, email)
    expect(await nothing(api, bob!.key, email)).toMatchObject({ from_pool: true, pool_validations: 1 })
  })

  test('on the free plan', async () => {
    const { key } = await api.account()
    await nothing(api, key, newAddress())
  })

  test('by a sandbox key, which gets no answers from the pool either', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const sandbox = await api.generate(key, { sandbox: true })
    const email = newAddress()
    await share(api, key, email)
    const before = (await contributions(api)).length
    expect(await verify(api, sandbox.key, email, { share_signals: true })).toMatchObject({ from_pool: false })
    expect(await contributions(api)).toHaveLength(before)
  })

  test('without share_signals', async () => {
    const [ada] = await starters(api, 1)
    const before = (await contributions(api)).length
    await verify(api, ada!.key, newAddress())
    await verify(api, ada!.key, newAddress(), { share_signals: false })
    expect(await contributions(api)).toHaveLength(before)
  })

  test('twice within a day by one account', async () => {
    const [ada] = await starters(strict, 1)
    const email = newAddress()
    expect(await share(strict, ada!.key, email)).toHaveProperty('credits_earned', 2)
    const before = (await contributions(strict)).length
    expect(await share(strict, ada!.key, email)).not.toHaveProperty('credits_earned')
    expect(await contributions(strict)).toHaveLength(before)
  })
})

describe('the pool has no answer', () => {
  const known = async () => {
    const [ada, bob] = await starters(api, 2)
    const email = newAddress()
    await share(api, ada!.key, email)
    expect(await verify(api, bob!.key, email)).toMatchObject({ from_pool: true })
    const { type, data } = (await contributions(api)).at(-1)!
    expect(type).toBe('ValidationContributed')
    return { email, key: bob!.key, vote: { ...data, account: bob!.id, first: true, unique: false, credits: 0 } }
  }

  test('when the newest vote contradicts the majority', async () => {
    const { email, key, vote } = await known()
    await contributes(api, { ...vote, account: accountNamed('carol') }, { ...vote, valid: false, route: 'null_mx' })
    expect(await verify(api, key, email)).toMatchObject({ from_pool: false, valid: true })
  })

  test('once the DNS TTL has ended', async () => {
    const { email, key, vote } = await known()
    const { ttl } = vote
    const another = { ...vote, account: accountNamed('carol') }
    expect(ttl).toBeGreaterThan(200)
    await contributes(api, { ...another, checkedAt: iso(Date.now() - (ttl - 60) * 1_000) })
    expect(await verify(api, key, email)).toMatchObject({ from_pool: true })
    await contributes(api, { ...another, first: false, checkedAt: iso(Date.now() - ttl * 1_000) })
    expect(await verify(api, key, email)).toMatchObject({ from_pool: false })
  })
})

describe('an organisation', () => {
  test('has its own pool, which no other account reads or writes', async () => {
    const [ada] = await starters(api, 1)
    const [acme, globex] = await Promise.all([api.account({ plan: 'enterprise' }), api.account({ plan: 'enterprise' })])
    const email = newAddress()
    expect(await share(api, ada!.key, email)).toMatchObject({ unique_contribution: true })
    for (const { id, key } of [acme, globex]) {
      expect(await share(api, key, email)).toMatchObject({ from_pool: false, unique_contribution: true })
      expect(await verify(api, key, email)).toMatchObject({ from_pool: true, pool_validations: 1 })
      expect((await contributions(api)).at(-1)!.data).toMatchObject({ pool: id, account: id })
    }
    const own = newAddress()
    await share(api, acme.key, own)
    for (const { key } of [ada!, globex]) expect(await verify(api, key, own)).toMatchObject({ from_pool: false })

    const names = (await contributions(api)).slice(-4).map(({ data }) => data.address)
    expect(new Set(names).size).toBe(4)
  })

  test('needs no other account, however many the public pool requires', async () => {
    const acme = await strict.account({ plan: 'enterprise' })
    const email = newAddress()
    await share(strict, acme.key, email)
    expect(await verify(strict, acme.key, email)).toMatchObject({ from_pool: true, pool_validations: 1 })
  })

  test('uses its own pool in batches', async () => {
    const [ada] = await starters(api, 1)
    const acme = await api.account({ plan: 'enterprise' })
    const emails = [newAddress(), newAddress()]
    const before = (await contributions(api)).length
    await ended(api, acme.key, await submit(api, acme.key, emails, { share_signals: true }))
    await api.call('verifyBatch', { key: acme.key, body: { emails: [newAddress()], share_signals: true } })
    const made = (await contributed(api, before + 3)).slice(before)
    expect(made.map(({ data }) => data.pool)).toEqual([acme.id, acme.id, acme.id])
    const { body } = await api.call('verifyBatch', { key: ada!.key, body: { emails } })
    expect(body.results).toMatchObject([{ from_pool: false }, { from_pool: false }])
  })
})

describe('batches', () => {
  /** Every kind of row: some repeated, some that must not be shared. */
  const list = () => {
    const shared = [newAddress(), newAddress(), newAddress('null-mx.mailproof.net'), newAddress('mailinator.com')]
    const kept = ['a@servfail.mailproof.net', 'no address', 'a@example.org']
    return { shared, emails: [...shared, ...kept, shared[0]!.toUpperCase(), shared[2]!] }
  }
  const sends = {
    'a synchronous batch': async (key: string, emails: string[]) =>
      (await api.call('verifyBatch', { key, body: { emails, share_signals: true } })).body,
    'a synchronous call of an agent': async (key: string, emails: string[]) =>
      (await api.call('verifyBulkAgent', { key, body: { emails, share_signals: true } })).body,
    'an asynchronous batch': async (key: string, emails: string[]) =>
      ended(api, key, await submit(api, key, emails, { share_signals: true })),
  }

  test.each(Object.entries(sends))('contribute each address once: %s', async (_, send) => {
    const [ada] = await starters(api, 1)
    const { shared, emails } = list()
    const before = (await contributions(api)).length
    await send(ada!.key, emails)
    const made = (await contributed(api, before + shared.length)).slice(before)
    expect(made.map(({ data }) => data.account)).toEqual(shared.map(() => ada!.id))
    expect(new Set(made.map(({ data }) => data.address)).size).toBe(shared.length)
    expect(made.map(({ data }) => [data.source, data.unique])).toEqual(shared.map(() => ['batch', true]))
    expect(new Set(made.map(({ data }) => data.group)).size).toBe(1)
    expect(made.map(({ data }) => data.domain).sort()).toEqual([
      'explicit.mailproof.net',
      'explicit.mailproof.net',
      'mailinator.com',
      'null-mx.mailproof.net',
    ])

    // Each is the address that a single verification looks up.
    const [bob] = await starters(api, 1)
    for (const email of shared) {
      expect(await verify(api, bob!.key, email)).toMatchObject({ from_pool: true })
      expect(await verify(api, ada!.key, email)).toMatchObject({ from_pool: false })
    }
    await send(ada!.key, emails)
    await verify(api, ada!.key, newAddress(), { share_signals: true })
    expect(await contributed(api, before + shared.length + 1)).toHaveLength(before + shared.length + 1)
  })

  test('are answered by the pool where it can, and count their lookups', async () => {
    const [ada, bob] = await starters(api, 2)
    const known = newAddress()
    const other = newAddress()
    await share(api, ada!.key, known)
    const emails = [known, other, 'no address', known]
    const { results } = (await api.call('verifyBatch', { key: bob!.key, body: { emails } })).body
    const fromPool = { from_pool: true, pool_confidence: expect.any(Number), pool_validations: 1 }
    expect(results).toMatchObject([fromPool, { from_pool: false }, { from_pool: false }, fromPool])
    const use = { pool: 'public', lookUps: 3, hits: 2 }
    expect((await verifications(api)).at(-1)!.data).toMatchObject({ pool: use })
  })

  test('that are asynchronous report what the pool answered, for repeated rows too', async () => {
    const [ada, bob] = await starters(api, 2)
    const known = newAddress()
    await share(api, ada!.key, known)
    const single = await verify(api, bob!.key, known)
    const emails = [newAddress(), known, 'no address', known.toUpperCase()]
    const batchId = await submit(api, bob!.key, emails, { format: 'full' })
    await ended(api, bob!.key, batchId)
    const { results } = (await api.call('getBatchResults', { key: bob!.key, params: { batchId } })).body
    const fromPool = { from_pool: true, pool_confidence: single.pool_confidence, pool_validations: 1 }
    expect(results[1]).toMatchObject({ ...single, ...fromPool })
    expect(results[3]).toMatchObject(fromPool)
    for (const row of [0, 2]) {
      expect(results[row]).toMatchObject({ from_pool: false })
      expect(results[row]).not.toHaveProperty('pool_confidence')
    }
    const chunk = (await verifications(api)).at(-1)!
    expect(chunk).toMatchObject({
      type: 'BatchChunkVerified',
      data: { pool: { pool: 'public', lookUps: 2, hits: 1 }, results: { pooled: { 1: expect.any(Array) } } },
    })
  })

  test('that are uploaded query the pool too, and share nothing', async () => {
    const [ada, bob] = await starters(api, 2)
    const known = newAddress()
    await share(api, ada!.key, known)
    const before = (await contributions(api)).length
    await ended(api, bob!.key, await upload(api, bob!.key, `email\n${known}\n${newAddress()}\n`))
    const chunk = (await verifications(api)).at(-1)!
    expect(chunk.data).toMatchObject({ pool: { pool: 'public', lookUps: 2, hits: 1 } })
    expect(chunk.data).not.toHaveProperty('shared')
    expect(await contributions(api)).toHaveLength(before)
  })

  test('of a sandbox key or of the free plan contribute nothing', async () => {
    const [{ key }, free] = [await api.account({ plan: 'growth' }), await api.account()]
    const sandbox = await api.generate(key, { sandbox: true })
    const before = (await contributions(api)).length
    for (const caller of [sandbox, free]) {
      for (const send of Object.values(sends)) await send(caller.key, [newAddress()])
    }
    await verify(api, key, newAddress(), { share_signals: true })
    expect(await contributed(api, before + 1)).toHaveLength(before + 1)
  })
})

describe('the items of a batch with share_signals', () => {
  type Item = { readonly credits_earned?: number; readonly unique_contribution?: boolean }
  const earnedBy = (items: readonly Item[]) =>
    items.map(({ credits_earned, unique_contribution }) => [credits_earned, unique_contribution])
  type Send = (at: InProcessService, key: string, emails: string[]) => Promise<Item[]>
  const send =
    (operation: 'verifyBatch' | 'verifyBulk' | 'verifyBulkAgent', more: object = {}): Send =>
    async (at, key, emails) =>
      (await at.call(operation, { key, body: { emails, share_signals: true, ...more } })).body.results
  const sends: { readonly [name: string]: Send } = {
    'a batch': send('verifyBatch'),
    'a bulk call': send('verifyBulk'),
    'an agent': send('verifyBulkAgent', { format: 'full' }),
    'an asynchronous agent': async (at, key, emails) => {
      const batchId = await submit(at, key, emails, { format: 'full', share_signals: true })
      await ended(at, key, batchId)
      return (await at.call('getBatchResults', { key, params: { batchId } })).body.results
    },
  }

  const FIRST = [2, true]
  const NONE = [undefined, undefined]

  test.each(Object.entries(sends))('say what each contribution earned: %s', async (_, verifyAll) => {
    const [ada, bob] = await starters(api, 2)
    const known = newAddress()
    await share(api, bob!.key, known)
    const [once, worthless] = [newAddress(), newAddress('mailinator.com')]
    const kept = [known, 'a@servfail.mailproof.net', 'no address', 'a@example.org']
    const emails = [once, newAddress('null-mx.mailproof.net'), worthless, ...kept, once.toUpperCase()]
    const items = await verifyAll(api, ada!.key, emails)
    expect(earnedBy(items)).toEqual([FIRST, FIRST, [0, true], ...kept.map(() => NONE), NONE])

    const { summary } = (await api.call('getPoolContributions', { key: ada!.key })).body
    expect(summary).toMatchObject({ total_contributions: 3, unique_contributions: 3, total_credits: 4 })
    // An account votes on an address once a day.
    expect(earnedBy(await verifyAll(api, ada!.key, emails))).toEqual(emails.map(() => NONE))
  })

  test.each(Object.entries(sends))(
    'reveal nothing of others while the pool does not answer: %s',
    async (_, verifyAll) => {
      const [ada, bob] = await starters(strict, 2)
      const email = newAddress()
      await share(strict, ada!.key, email)
      expect(earnedBy(await verifyAll(strict, bob!.key, [email]))).toEqual([FIRST])
    },
  )

  test.each(Object.entries(sends))('of a sandbox key earn what the address says: %s', async (_, verifyAll) => {
    const { key } = await api.account({ plan: 'starter' })
    const sandbox = await api.generate(key, { sandbox: true })
    const names = ['first-contribution', 'contribution', 'valid', 'First-Contribution']
    const items = await verifyAll(
      api,
      sandbox.key,
      names.map((name) => `${name}@example.net`),
    )
    expect(earnedBy(items)).toEqual([FIRST, [1, false], NONE, NONE])
  })

  test('are all there for 5,000 addresses of an agent, and for an asynchronous batch as soon as it is completed', async () => {
    const { key } = await api.account({ plan: 'starter', perMonth: 50_000 })
    for (const verifyAll of [sends['an agent']!, sends['an asynchronous agent']!]) {
      const items = await verifyAll(
        api,
        key,
        Array.from({ length: 5_000 }, () => newAddress()),
      )
      expect(items.filter(({ unique_contribution }) => unique_contribution)).toHaveLength(5_000)
    }
  })
})

test('a pool restored from earlier events answers without a single DNS query', async () => {
  const directory = tempDirectory()
  const env = { DATA_DIR: directory.path, POOL_MIN_CONTRIBUTORS: '1' }
  const emails = ['ada@explicit.mailproof.net', 'bob@null-mx.mailproof.net', 'eve@gmail.com']
  try {
    const before = await start({ env })
    const { key } = await before.account({ plan: 'starter' })
    const reader = await before.account()
    const found = []
    for (const email of emails) found.push(await share(before, key, email))
    await before.stop()

    // This DNS is empty, and so is every cache.
    const after = await start({ env, zone: {} })
    try {
      for (const [index, email] of emails.entries()) {
        const { valid, checks, metadata } = found[index]
        expect(await verify(after, reader.key, email)).toMatchObject({ from_pool: true, valid, checks, metadata })
      }
      const { results } = (await after.call('verifyBatch', { key: reader.key, body: { emails } })).body
      expect(results.map(({ from_pool }: { from_pool: boolean }) => from_pool)).toEqual([true, true, true])
      await ended(after, reader.key, await submit(after, reader.key, emails))
      expect(after.dns.queries()).toBe(0)
      expect(await verify(after, reader.key, 'other@explicit.mailproof.net')).toMatchObject({ reason: 'dns' })
      expect(after.dns.queries()).toBeGreaterThan(0)
    } finally {
      await after.stop()
    }
  } finally {
    directory.remove()
  }
})
