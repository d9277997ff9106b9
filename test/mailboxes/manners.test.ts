// Politeness, as mail servers see it: how often they are asked, by whom, and how long they are left in peace.
import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createGates, type Gates, type Lease } from '../../src/adapters/smtp/manners/gates.js'
import { createPauses } from '../../src/adapters/smtp/manners/pauses.js'
import { createMemory } from '../../src/adapters/smtp/memory.js'
import { systemClock } from '../../src/kernel/clock.js'
import { windowKey } from '../../src/kernel/limits.js'
import { pauseAfter } from '../../src/kernel/mailboxTerms.js'
import type { MailboxAnswer } from '../../src/kernel/ports/mailboxes.js'
import type { MailboxMemory } from '../../src/kernel/ports/mailboxMemory.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { type MailWorld, openMailWorld } from '../../testbed/mail/world.js'

const NONE = new AbortController().signal
setMaxListeners(0, NONE)

describe('gates', () => {
  const limits = { connections: 2, connectionsPerMinute: 5, recipientsPerMinute: 8 }
  let gates: Gates<string>
  beforeEach(() => {
    jest.useFakeTimers()
    gates = createGates({ limits, now: () => Date.now() })
  })
  afterEach(() => {
    gates.stop()
    jest.useRealTimers()
  })
  const request = (account = 'ada', keys: readonly string[] = ['operator:one'], recipients = 2) => ({
    keys,
    account,
    recipients,
    route: 'mx',
  })
  const use = (lease: Lease<string>) => {
    void lease.tryName()
    void lease.tryName()
    lease.end()
  }

  test('let as many connections pass at a time as the limit says, and the next when one ends', async () => {
    const [one] = [gates.tryTake(request())!, gates.tryTake(request())]
    expect(gates.tryTake(request())).toBeUndefined()
    const third = gates.take(request(), NONE)
    one.end()
    expect(await third).toBeDefined()
  })

  test('let no more recipients pass in any minute, and go on when the minute is over', async () => {
    for (let times = 0; times < 4; times++) use(gates.tryTake(request())!)
    expect(gates.tryTake(request())).toBeUndefined()
    const fifth = gates.take(request(), NONE)
    await jest.advanceTimersByTimeAsync(MINUTE_MS - 1)
    expect(gates.waiting).toBe(1)
    await jest.advanceTimersByTimeAsync(2)
    expect(await fifth).toBeDefined()
  })

  test('give back recipients that were not named', () => {
    for (let times = 0; times < 5; times++) gates.tryTake(request())!.end()
    expect(gates.tryTake(request('ada', ['operator:one'], 1))).toBeUndefined()
    expect(gates.waitMs(request())).toBeGreaterThan(0)
  })

  test('are not forgotten while they are being passed, however many are idle', async () => {
    for (let other = 0; other < 1_000; other++) gates.tryTake(request('ada', [`operator:${other}`]))!.end()
    gates.tryTake(request('ada', ['operator:known']))!.end()
    await jest.advanceTimersByTimeAsync(MINUTE_MS + 1_000)
    gates.tryTake(request('ada', ['operator:known', 'net:new']))
    expect(gates.peek('operator:0')).toBeUndefined()
    expect(gates.peek('operator:known')!.part).toMatchObject({ connections: 1, recipients: 2 })
  })

  test('are passed together: of the operator and of its network', () => {
    gates.tryTake(request('ada', ['operator:one', 'net:a']))
    gates.tryTake(request('ada', ['operator:two', 'net:a']))
    expect(gates.tryTake(request('ada', ['operator:three', 'net:a']))).toBeUndefined()
    expect(gates.tryTake(request('ada', ['operator:three', 'net:b']))).toBeDefined()
  })

  test.each(Array.from({ length: 12 }, (_, looks) => [looks]))(
    'let a question pass whose time comes after %i looks at the clock, and count it once',
    async (looks) => {
      const opensAt = Date.now() + MINUTE_MS + 1
      let left = Infinity
      gates = createGates({ limits, now: () => (left-- > 0 ? opensAt - MINUTE_MS : opensAt) })
      for (let times = 0; times < 4; times++) use(gates.tryTake(request())!)
      left = looks
      const asker = new AbortController()
      const asked = gates.take(request(), asker.signal)
      await jest.advanceTimersByTimeAsync(2 * MINUTE_MS)
      expect(await asked).toBeDefined()
      asker.abort()
      expect(gates.waiting).toBe(0)
    },
  )

  test('serve accounts in turn', async () => {
    const held = [gates.tryTake(request())!, gates.tryTake(request())!]
    const order: string[] = []
    const wait = (account: string, recipients = 1) =>
      void gates.take(request(account, ['operator:one'], recipients), NONE).then((granted) => {
        order.push(account)
        granted!.lease.end()
      })
    for (const account of ['bob', 'bob', 'bob', 'cid']) wait(account)
    for (const lease of held) lease.end()
    await jest.advanceTimersByTimeAsync(2 * MINUTE_MS)
    expect(order).toEqual(['bob', 'cid', 'bob', 'bob'])
  })

  test('forget who leaves', async () => {
    const held = [gates.tryTake(request())!, gates.tryTake(request())!]
    const controller = new AbortController()
    const left = gates.take(request(), controller.signal)
    controller.abort()
    expect(await left).toBeUndefined()
    expect(gates.waiting).toBe(0)
    for (const lease of held) lease.end()
    expect(gates.tryTake(request())).toBeDefined()
  })

  test('pass a connection on to the question that waits next, if it goes the same way', async () => {
    const [one, two] = [gates.tryTake(request())!, gates.tryTake(request())!]
    const same = gates.take(request('bob'), NONE)
    const other = gates.take({ ...request('cid'), route: 'other' }, NONE)
    expect(one.tryPassOn('session')).toBe(true)
    expect(await same).toEqual({ lease: one, session: 'session' })
    expect(two.tryPassOn('session')).toBe(false)
    two.end()
    expect(await other).toMatchObject({ session: undefined })
  })

  test('never let more pass than the limits say, whatever is asked in whatever order', async () => {
    const steps = fc.array(
      fc.record({
        account: fc.constantFrom('ada', 'bob', 'cid'),
        keys: fc.constantFrom(['operator:one'], ['operator:one', 'net:a'], ['operator:two', 'net:a']),
        recipients: fc.integer({ min: 1, max: 2 }),
        holdMs: fc.integer({ min: 0, max: 90_000 }),
        afterMs: fc.integer({ min: 0, max: 20_000 }),
      }),
      { minLength: 1, maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (asked) => {
        gates = createGates({ limits, now: () => Date.now() })
        const events = new Map<string, { at: number; kind: 'open' | 'close' | 'name' }[]>()
        const note = (keys: readonly string[], kind: 'open' | 'close' | 'name') => {
          for (const key of keys) events.set(key, [...(events.get(key) ?? []), { at: Date.now(), kind }])
        }
        let done = 0
        for (const { account, keys, recipients, holdMs, afterMs } of asked) {
          void gates.take(request(account, keys, recipients), NONE).then((granted) => {
            note(keys, 'open')
            for (let named = 0; named < recipients; named++) if (granted!.lease.tryName() === true) note(keys, 'name')
            setTimeout(() => {
              note(keys, 'close')
              granted!.lease.end()
              done++
            }, holdMs)
          })
          await jest.advanceTimersByTimeAsync(afterMs)
        }
        await jest.advanceTimersByTimeAsync(HOUR_MS)
        expect(done).toBe(asked.length)
        for (const seen of events.values()) {
          let open = 0
          for (const { kind } of seen) {
            open += kind === 'open' ? 1 : kind === 'close' ? -1 : 0
            expect(open).toBeLessThanOrEqual(limits.connections)
          }
          for (const [kind, most] of [
            ['open', limits.connectionsPerMinute],
            ['name', limits.recipientsPerMinute],
          ] as const) {
            const times = seen.filter((event) => event.kind === kind).map(({ at }) => at)
            for (const [index, at] of times.entries())
              if (index >= most) expect(at - times[index - most]!).toBeGreaterThanOrEqual(MINUTE_MS)
          }
        }
        gates.stop()
      }),
      { numRuns: 30 },
    )
  })
})

describe('pauses', () => {
  const pausesAfter = (...noted: readonly ('ok' | 'busy' | 'refused')[]) => {
    const pauses = createPauses()
    let now = 1
    const lengths: number[] = []
    for (const manner of noted) {
      pauses.note('operator:one', manner, 'temporary', now)
      const until = pauses.of(['operator:one'], now)?.until ?? now
      lengths.push(until - now)
      now = until + 1
    }
    return lengths
  }

  test.each([
    ['double with each refusal, up to an hour', ['busy', 'busy', 'busy'], [30_000, 60_000, 120_000]],
    [
      'last hours after a refusal by policy, up to a day',
      ['refused', 'refused', 'refused', 'refused'],
      [6, 12, 24, 24].map((hours) => hours * HOUR_MS),
    ],
    ['begin again after an answer', ['busy', 'busy', 'ok', 'busy'], [30_000, 60_000, 0, 30_000]],
  ] as const)('%s', (_, noted, lengths) => expect(pausesAfter(...noted)).toEqual(lengths))

  test('are not shortened by answers of questions that were under way', () => {
    const pauses = createPauses()
    pauses.note('a', 'refused', 'blocked_here', 1)
    for (const manner of ['ok', 'busy'] as const) pauses.note('a', manner, 'temporary', 2)
    expect(pauses.of(['a', 'b'], 3)).toMatchObject({ until: 1 + 6 * HOUR_MS, result: 'blocked_here' })
    expect(pauses.count(3)).toBe(1)
  })

  test('are as long as the server asks for', () => {
    const pauses = createPauses()
    pauses.note('a', 'busy', 'rate_limited', 0, 10 * MINUTE_MS)
    expect(pauses.of(['a'], 1)?.until).toBe(10 * MINUTE_MS)
  })
})

describe('the memory', () => {
  const answer: MailboxAnswer = { result: 'exists', acceptAll: 'no', operator: 'one', checkedAt: 0, final: true }
  const ofOne = (hash = (text: string) => text) => createMemory(hash)
  const recall = async (memory: MailboxMemory, address: string, now: number) =>
    memory.recall(address, address.slice(address.indexOf('@') + 1), now)

  test('keeps a final answer for a day, and one about a whole domain for a week', async () => {
    const memory = ofOne()
    await memory.remember('ada@one', 'one', answer)
    expect((await recall(memory, 'ada@one', DAY_MS - 1)).answer).toEqual(answer)
    expect((await recall(memory, 'ada@one', DAY_MS)).answer).toBeUndefined()
    await memory.remember('ada@two', 'two', { ...answer, result: 'accept_all', acceptAll: 'yes' })
    expect(await recall(memory, 'bob@two', 7 * DAY_MS - 1)).toMatchObject({ answer: undefined, acceptAll: 'yes' })
    expect(await recall(memory, 'ada@two', 7 * DAY_MS)).toMatchObject({ answer: undefined, acceptAll: 'unknown' })
  })

  test('counts answers that are not final, which are asked for again in growing steps', async () => {
    const memory = ofOne()
    for (let times = 0; times < 3; times++)
      await memory.remember('ada@one', 'one', { ...answer, result: 'greylisted', final: false, retryAt: 1 })
    expect(await recall(memory, 'ada@one', 2)).toMatchObject({ answer: undefined, attempts: 3 })
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => pauseAfter(attempts) / MINUTE_MS)).toEqual([
      5, 10, 20, 40, 80, 160, 240, 240,
    ])
    await memory.remember('ada@one', 'one', answer)
    expect(await recall(memory, 'ada@one', 2)).toMatchObject({ answer, attempts: 0 })
  })

  test('keeps hashes only', async () => {
    const memory = ofOne(() => 'hash')
    await memory.remember('ada@one', 'one', answer)
    expect((await recall(memory, 'bob@two', 1)).answer).toEqual(answer)
  })
})

describe('a mail server', () => {
  let guard: ConnectionGuard
  let server: MailServer
  let world: MailWorld
  beforeAll(async () => {
    guard = guardConnections()
    server = await startMailServer()
  })
  beforeEach(() => server.forget())
  afterEach(() => world.close())
  afterAll(async () => {
    await server.close()
    guard.release()
  })
  const knowsAda = (recipient: string) => (recipient.startsWith('ada') ? '250 Ok' : '550 5.1.1 User unknown')
  const askMany = (count: number, domain: (at: number) => string, options = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        world.ask(`ada${at}@${domain(at)}`, { exchanges: ['mx.one.example'], ...options }),
      ),
    )

  test('is asked about many mailboxes over few connections', async () => {
    server.say({ rcpt: knowsAda })
    world = openMailWorld(server.port, {
      limits: { connections: 2, connectionsPerMinute: 100, recipientsPerMinute: 1_000 },
    })
    const answers = await askMany(60, () => 'one.example')
    expect(answers.every(({ result }) => result === 'exists')).toBe(true)
    expect(server.connections.length).toBeLessThanOrEqual(6)
    for (const { commands } of server.connections)
      expect(commands.filter((command) => command.startsWith('MAIL')).length).toBeLessThanOrEqual(20)
  })

  test('is asked for one recipient that cannot exist, and not again for each address of the domain', async () => {
    server.say({ rcpt: knowsAda })
    world = openMailWorld(server.port)
    await world.ask('ada@one.example')
    await world.ask('adam@one.example')
    expect(server.recipients().filter((recipient) => recipient.startsWith('x'))).toHaveLength(1)
  })

  test('that accepts everything is not asked about the next address', async () => {
    server.say({})
    world = openMailWorld(server.port)
    await world.ask('ada@one.example')
    expect(await world.ask('bob@one.example')).toMatchObject({ result: 'accept_all', acceptAll: 'yes', final: true })
    expect(server.connections).toHaveLength(1)
  })

  test('never sees more than the limits, whoever asks; the others are told when to ask again', async () => {
    server.say({ rcpt: knowsAda })
    const limits = { connections: 2, connectionsPerMinute: 3, recipientsPerMinute: 10 }
    world = openMailWorld(server.port, { limits })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        world.ask(`ada${at}@d${at}.example`, {
          exchanges: [`mx.d${at}.example`],
          account: `account${at % 50}`,
          waitMs: 400,
        }),
      ),
    )
    const waiting = answers.filter(({ result }) => result === 'not_checked')
    expect(waiting.length).toBeGreaterThan(190)
    for (const { cause, retryAt, final } of waiting) {
      expect([cause, final]).toEqual(['waiting', false])
      expect(retryAt).toBeGreaterThan(Date.now())
    }
    expect(server.connections.length).toBeLessThanOrEqual(3)
    expect(server.recipients().length).toBeLessThanOrEqual(10)
  })

  test('that refuses this installation is left in peace for hours, with all its domains', async () => {
    server.say({ mail: '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org' })
    world = openMailWorld(server.port)
    await world.ask('ada@one.example')
    const other = await world.ask('bob@two.example', { exchanges: ['mx.one.example'] })
    expect(other).toMatchObject({ result: 'blocked_here', cause: 'paused', final: false })
    expect(other.retryAt! - Date.now()).toBeGreaterThan(5.9 * HOUR_MS)
    expect(server.connections).toHaveLength(1)
    expect(world.mailboxes.load()).toMatchObject({ paused: 2, waiting: 0 })
  })

  test('whose one domain refuses is asked about its others soon', async () => {
    server.say({ rcpt: '550 5.7.1 Blocked by policy of this domain' })
    world = openMailWorld(server.port)
    await world.ask('ada@one.example')
    const [same, other] = await Promise.all([
      world.ask('bob@one.example'),
      world.ask('bob@two.example', { exchanges: ['mx.one.example'] }),
    ])
    expect(same!.retryAt! - Date.now()).toBeGreaterThan(5.9 * HOUR_MS)
    expect(other!.retryAt! - Date.now()).toBeLessThan(MINUTE_MS)
  })

  test('that has too many connections is asked again later, and others meanwhile', async () => {
    server.say({ greeting: '421 4.7.0 Too many connections, try again in 120 seconds' })
    world = openMailWorld(server.port, { hosts: { 'mx.one.example': ['127.0.0.1'], 'mx.two.example': ['127.0.1.1'] } })
    const other = await startMailServer({ rcpt: knowsAda }, '127.0.1.1', server.port)
    const first = await world.ask('ada@one.example')
    expect(first).toMatchObject({ result: 'rate_limited', final: false })
    expect(first.retryAt! - Date.now()).toBeGreaterThan(110_000)
    expect(await world.ask('bob@one.example')).toMatchObject({ result: 'rate_limited', cause: 'paused' })
    expect(await world.ask('ada@two.example')).toMatchObject({ result: 'exists' })
    await other.close()
  })

  test('that greylists is asked again when it says so', async () => {
    server.say({ rcpt: '450 4.7.1 Greylisted for 10 minutes' })
    world = openMailWorld(server.port)
    const { retryAt } = await world.ask('ada@one.example')
    expect(Math.round((retryAt! - Date.now()) / MINUTE_MS)).toBe(10)
  })

  test('is asked about one mailbox once, however many ask', async () => {
    server.say({ rcpt: knowsAda })
    world = openMailWorld(server.port)
    const answers = await Promise.all(['ada', 'bob', 'cid'].map((account) => world.ask('ada@one.example', { account })))
    expect(new Set(answers).size).toBe(1)
    expect(await world.ask('ada@one.example')).toBe(answers[0])
    expect(server.connections).toHaveLength(1)
  })

  test('that is slow does not keep the caller, and its answer is there for the next call', async () => {
    let answer: (() => void) | undefined
    server.say({
      rcpt: knowsAda,
      greeting: (socket) => {
        answer = () => socket.write('220 mx.example\r\n')
      },
    })
    world = openMailWorld(server.port)
    expect(await world.ask('ada@one.example', { waitMs: 50 })).toMatchObject({
      result: 'not_checked',
      cause: 'waiting',
    })
    await eventually(
      () => answer,
      (given) => given !== undefined,
    )
    answer!()
    expect(await world.ask('ada@one.example')).toMatchObject({ result: 'exists' })
    expect(server.connections).toHaveLength(1)
  })

  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('2'), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const silence = () => undefined
  test.each<[string, MailScript]>([
    ['drips its banner', { greeting: drip }],
    ['never greets', { greeting: silence }],
    ['never answers a sender', { mail: silence }],
    ['never answers about a recipient', { rcpt: () => silence }],
  ])('that %s is given up in time', async (_, script) => {
    const short = { greeting: 200, hello: 200, tls: 200, sender: 200, recipient: 200, goodbye: 50, total: 400 }
    server.say(script)
    world = openMailWorld(server.port, { timeouts: short })
    const answer = await world.ask('ada@one.example')
    expect(answer).toMatchObject({ result: 'temporary', cause: 'timeout' })
    await eventually(
      () => server.open,
      (open) => open === 0,
    )
  })

  test.each([
    ['an account', { account: 2, installation: 100 }, ['ada', 'ada', 'ada'], { account: 'bob' }],
    ['the installation', { account: 100, installation: 2 }, ['ada', 'bob', 'cid'], undefined],
  ])('is asked within the budget of %s', async (_, perDay, accounts, others) => {
    server.say({ rcpt: knowsAda })
    world = openMailWorld(server.port, { perDay })
    const answers: MailboxAnswer[] = []
    for (const [at, account] of accounts.entries()) answers.push(await world.ask(`ada${at}@one.example`, { account }))
    expect(answers.map(({ result }) => result)).toEqual(['exists', 'exists', 'not_checked'])
    expect(answers[2]).toMatchObject({ cause: 'budget', final: false })
    expect(answers[2]!.retryAt! - Date.now()).toBeGreaterThan(DAY_MS - MINUTE_MS)
    if (others) expect(await world.ask('ada9@one.example', others)).toMatchObject({ result: 'exists' })
  })

  test('that the installation may not ask any more costs no account anything', async () => {
    server.say({ rcpt: knowsAda })
    const limiter = createMemoryLimiter({ clock: systemClock })
    const perDay = { account: 3, installation: 1 }
    for (const _ of ['before a restart', 'after it']) {
      world = openMailWorld(server.port, { limiter, perDay })
      for (const name of ['ada1', 'ada2', 'ada3']) await world.ask(`${name}@one.example`, { account: 'ada' })
      await world.close()
    }
    expect(limiter.hit(windowKey('mailbox', 'ada'), perDay.account, DAY_MS, 0).remaining).toBe(2)
  })

  test('is not asked while the budgets cannot be counted', async () => {
    const limiter = { hit: () => Promise.reject(new Error('the store does not answer')) }
    world = openMailWorld(server.port, { limiter })
    expect(await world.ask('ada@one.example')).toMatchObject({ result: 'not_checked', cause: 'budget' })
    expect(server.connections).toHaveLength(0)
  })

  test('is not asked after the self-test has failed', async () => {
    world = openMailWorld(server.port, { test: async () => ({ at: Date.now(), families: [], findings: [] }) })
    expect(await world.ask('ada@one.example')).toMatchObject({
      result: 'blocked_here',
      cause: 'selftest',
      final: false,
    })
    expect(server.connections).toHaveLength(0)
  })

  test('sees the end of all conversations when the service stops, and nobody waits', async () => {
    server.say({ greeting: () => undefined })
    world = openMailWorld(server.port, {
      limits: { connections: 1, connectionsPerMinute: 10, recipientsPerMinute: 10 },
    })
    const asked = ['ada', 'bob', 'cid'].map((local) => world.ask(`${local}@one.example`))
    await eventually(
      () => server.open,
      (open) => open === 1,
    )
    await world.close()
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ result: 'not_checked' })
    await eventually(
      () => server.open,
      (open) => open === 0,
    )
    expect(await world.ask('dan@one.example')).toMatchObject({ cause: 'stopping' })
  })

  test('is the only one that was connected to', () => expect(guard.strangers).toEqual([]))
})
