// Verifications notify the webhooks that are subscribed to them.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { signalsResult, verificationResult } from '../../src/api/verification/present.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import {
  createHashAddress,
  createVerdictEngine,
  createVerification,
  parseNotification,
  type Verification,
  type VerificationDependencies,
  type VerificationNotification,
} from '../../src/features/verification/index.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { noOutcomes } from '../../testbed/given/noOutcomes.js'
import { emptyPool } from './emptyPool.js'
import { createMailbox, type Mailbox } from './mailbox.js'
import { actorOf, callerOf, openWebhooks, SECOND, type WebhooksWorld } from './world.js'

const adas = callerOf(ada)
const url = 'https://hooks.example.com/in'
const found = { outcome: 'found', ttl: 300 } as const

let engine: VerificationDependencies['engine']
let world: WebhooksWorld
let mailbox: Mailbox
let verification: Verification
let sealed: number

beforeAll(() => {
  const resolver = {
    mx: async () => ({ ...found, records: [{ exchange: 'mx.example.com', preference: 10 }] }),
    a: async () => ({ ...found, records: ['93.184.216.34'] }),
    aaaa: async () => ({ outcome: 'no_data', ttl: 300 }) as const,
    close: async () => {},
  }
  engine = createVerdictEngine({ resolver, clock: { now: () => world.clock.time }, budgetMs: 1_000 })
})
const BASE_URL = 'https://mailproof.test'
beforeEach(async () => {
  mailbox = createMailbox()
  world = await openWebhooks({
    outbound: mailbox,
    presentAnswer: (notice) =>
      notice.api === 'v1'
        ? verificationResult(notice.result)
        : signalsResult(notice.email, notice.verdict, notice.requestId, BASE_URL),
    subscribersChanged: (account) => verification.subscribersChanged(account),
  })
  sealed = 0
  verification = verificationWith()
})
afterEach(() => world.close())

/** As in another process, with caches of its own. */
const verificationWith = (differs: Partial<VerificationDependencies> = {}): Verification =>
  createVerification({
    eventing: world.flow.eventing,
    engine,
    pool: emptyPool,
    ledger: createMemoryLedger(),
    limiter: createMemoryLimiter({ clock: world.clock }),
    knownBounces: noOutcomes,
    hashAddress: createHashAddress(world),
    vault: {
      ...world.vault,
      seal: (owner, text) => {
        sealed++
        return world.vault.seal(owner, text)
      },
    },
    clock: world.clock,
    deadlineMs: 5_000,
    batchDeadlineMs: 5_000,
    agentDeadlineMs: 5_000,
    ...differs,
  })

type Input = Parameters<WebhooksWorld['createWebhook']>[1]
const listen = async (input: Partial<Input> = {}) =>
  (await world.createWebhook(adas, { url, ...input }, actorOf())).webhook.id

const call = () => ({ actor: actorOf() })
const plain = { debug: false, share: false }
const verify = (email = 'ada@example.com', by = verification) => by.verifyEmail(adas, { email, ...plain }, call())

async function verified(): Promise<AddressVerified['data'][]> {
  const events = (await world.events()).filter(({ type }) => type === 'AddressVerified')
  for (const { type, data } of events) expect(decidedProblems({ type, data })).toEqual([])
  return events.map(({ data }) => data as AddressVerified['data'])
}
const heard = async () => (await verified()).map(({ notify }) => notify !== undefined)

async function noticeOf({ notify }: AddressVerified['data']): Promise<VerificationNotification> {
  return parseNotification((await world.vault.open(ada, notify!))!)
}

describe('a verification with subscribers', () => {
  test("keeps v1's response for them, sealed and unchanged", async () => {
    await listen()
    const { actor } = call()
    const result = await verification.verifyEmail(
      adas,
      { email: 'Ada+x@example.com', ...plain, debug: true },
      { actor },
    )
    const [data] = await verified()
    expect(data!.notify).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(await noticeOf(data!)).toEqual({ api: 'v1', requestId: actor.correlationId, result })
    expect(result.steps!.length).toBeGreaterThan(0)
  })

  test("keeps v2's response for them, sealed and unchanged", async () => {
    await listen()
    const { actor } = call()
    const verdict = await verification.verifyEmailSignals(adas, { email: 'test@example.test' }, { actor })
    expect(await noticeOf((await verified())[0]!)).toEqual({
      api: 'v2',
      requestId: actor.correlationId,
      email: 'test@example.test',
      verdict,
    })
  })

  test('notifies them of the response, with its request and its API version', async () => {
    await listen()
    const calls = [call(), call()] as const
    const v1 = await verification.verifyEmail(adas, { email: 'ada@example.com', ...plain, debug: true }, calls[0])
    const v2 = await verification.verifyEmailSignals(adas, { email: 'ada+tag@example.com' }, calls[1])
    await world.react()
    await world.runJobs()
    const bodies = mailbox.sent.map(({ body }) => JSON.parse(body))
    const requests = calls.map(({ actor }) => actor.correlationId)
    expect(bodies).toContainEqual({
      type: 'verification.completed',
      timestamp: '2026-11-21T09:00:00.000Z',
      data: { ...json(verificationResult(v1)), request_id: requests[0], api_version: 'v1' },
    })
    expect(bodies).toContainEqual({
      type: 'verification.completed',
      timestamp: '2026-11-21T09:00:00.000Z',
      data: { ...json(signalsResult('ada+tag@example.com', v2, requests[1]!, BASE_URL)), api_version: 'v2' },
    })
    expect(bodies).toHaveLength(2)
  })
})

const json = (value: object): object => JSON.parse(JSON.stringify(value))

describe('a verification without subscribers', () => {
  test('keeps no response, and seals nothing', async () => {
    await verify()
    await listen({ events: ['bulk.completed', 'usage.limit_reached'] })
    await verify()
    const id = await listen()
    await world.updateWebhook(adas, id, { status: 'disabled' }, actorOf())
    sealed = 0
    await verify()
    await world.deleteWebhook(adas, id, actorOf())
    await verify()
    expect(await heard()).toEqual([false, false, false, false])
    expect(sealed).toBe(0)
  })

  test('reads the read model at most once a second', async () => {
    let looks = 0
    const { eventing } = world.flow
    const counting = {
      ...eventing,
      read: ((projection: Parameters<typeof eventing.read>[0]) => {
        const model = eventing.read(projection)
        if (projection.name !== 'subscribers') return model
        return {
          ...model,
          get: (id: string) => {
            looks++
            return model.get(id)
          },
        }
      }) as typeof eventing.read,
    }
    const by = verificationWith({ eventing: counting })
    for (let count = 0; count < 20; count++) await verify(undefined, by)
    await Promise.all(Array.from({ length: 20 }, () => verify(undefined, by)))
    expect(looks).toBe(1)
    world.clock.time += SECOND + 1
    await Promise.all(Array.from({ length: 20 }, () => verify(undefined, by)))
    expect(looks).toBe(2)
  })
})

describe('a webhook', () => {
  test('that is new, changed, disabled, enabled or deleted takes effect immediately', async () => {
    await verify()
    const id = await listen()
    await verify()
    await world.updateWebhook(adas, id, { events: ['bulk.completed'] }, actorOf())
    await verify()
    await world.updateWebhook(adas, id, { events: null }, actorOf())
    await verify()
    await world.updateWebhook(adas, id, { status: 'disabled' }, actorOf())
    await verify()
    await world.updateWebhook(adas, id, { status: 'enabled' }, actorOf())
    await verify()
    await world.deleteWebhook(adas, id, actorOf())
    await verify()
    expect(await heard()).toEqual([false, true, false, true, false, true, false])
  })

  test('that another process created takes effect within a second', async () => {
    const elsewhere = verificationWith()
    await verify(undefined, elsewhere)
    await listen()
    world.clock.time += SECOND + 1
    await verify(undefined, elsewhere)
    expect(await heard()).toEqual([false, true])
  })
})

test('a sandbox key’s verification sends no notification', async () => {
  await listen()
  await verification.verifyEmail(callerOf(ada, { sandbox: true }), { email: 'valid@example.com', ...plain }, call())
  expect(await verified()).toEqual([])
})

test('when the subscribers cannot be read, the verification fails and costs nothing', async () => {
  const { eventing } = world.flow
  const broken = {
    ...eventing,
    read: ((projection: Parameters<typeof eventing.read>[0]) => ({
      ...eventing.read(projection),
      ...(projection.name === 'subscribers' && {
        get: () => Promise.reject(new StoreUnavailable('the disk is gone')),
      }),
    })) as typeof eventing.read,
  }
  const ledger = createMemoryLedger()
  const by = verificationWith({ eventing: broken, ledger })
  await expect(verify(undefined, by)).rejects.toThrow('the disk is gone')
  expect(await verified()).toEqual([])
  expect((await ledger.take(ada, '2026-11', 0, 100, async () => 0)).used).toBe(0)
})
