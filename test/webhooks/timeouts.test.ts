// Timeouts of receivers that do not respond.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import type { Unanswered } from '../../src/kernel/ports/outbound.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { usageLimitReached } from '../../testbed/given/verificationEvents.js'
import { answered, createMailbox, type Mailbox } from './mailbox.js'
import { actorOf, callerOf, DAY, openWebhooks, SECOND } from './world.js'

const adas = callerOf(ada)
const url = 'https://hooks.example.com/in'
const hanging: Unanswered = { outcome: 'unanswered', cause: 'timeout', reason: 'No answer.', durationMs: 15_000 }
const refused: Unanswered = { outcome: 'unanswered', cause: 'connection', reason: 'Refused.', durationMs: 1 }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A webhook at a receiver of which a test says how it answers. */
async function open(answer: (count: number) => ReturnType<typeof answered> | Unanswered) {
  const mailbox = createMailbox((_, count) => answer(count))
  const world = await openWebhooks({ outbound: mailbox })
  closing.push(world.close)
  const { webhook } = await world.createWebhook(adas, { url }, actorOf())
  return {
    ...world,
    mailbox,
    hook: webhook.id,
    /** Tests are attempted once, so that each is one attempt. */
    async attempts(count: number): Promise<void> {
      for (let sent = 0; sent < count; sent++) {
        await world.testWebhook(adas, webhook.id, actorOf())
        await world.runJobs()
      }
    },
    async events(count: number): Promise<void> {
      for (let event = 0; event < count; event++) {
        await world.append(`limit-${ada}.2026-11.month`, usageLimitReached('2026-11'))
      }
      await world.react()
    },
  }
}

const timeoutsOf = ({ sent }: Mailbox) => sent.map(({ timeoutMs }) => timeoutMs / SECOND)

describe('a receiver that never answers', () => {
  test('gets shorter and shorter timeouts, down to 2 s', async () => {
    const { attempts, mailbox, receiversTimingOut } = await open(() => hanging)
    await attempts(7)
    expect(timeoutsOf(mailbox)).toEqual([15, 15, 8, 4, 2, 2, 2])
    expect(receiversTimingOut()).toBe(1)
  })

  test('gets the full timeout again after any response', async () => {
    const { attempts, mailbox, receiversTimingOut } = await open((count) => (count === 5 ? answered(500) : hanging))
    await attempts(5)
    expect(receiversTimingOut()).toBe(0)
    await attempts(3)
    expect(timeoutsOf(mailbox)).toEqual([15, 15, 8, 4, 2, 15, 15, 8])
  })

  test('gets the full timeout once every five minutes', async () => {
    const { attempts, mailbox, clock } = await open(() => hanging)
    await attempts(6)
    clock.time += 300 * SECOND
    await attempts(3)
    expect(timeoutsOf(mailbox).slice(6)).toEqual([15, 2, 2])
  })

  test('does not count as responsive because it refuses connections', async () => {
    const { attempts, mailbox } = await open((count) => (count === 4 ? refused : hanging))
    await attempts(6)
    expect(timeoutsOf(mailbox)).toEqual([15, 15, 8, 4, 4, 2])
  })

  test('does not affect the timeouts of the account’s other webhooks', async () => {
    const { attempts, mailbox, testWebhook, createWebhook, runJobs } = await open(() => hanging)
    await attempts(4)
    const { webhook } = await createWebhook(adas, { url: 'https://other.example.com/in' }, actorOf())
    await testWebhook(adas, webhook.id, actorOf())
    await runJobs()
    expect(timeoutsOf(mailbox).at(-1)).toBe(15)
  })

  test('is forgotten when the URL changes', async () => {
    const { attempts, mailbox, hook, updateWebhook } = await open(() => hanging)
    await attempts(4)
    await updateWebhook(adas, hook, { url: 'https://new.example.com/in' }, actorOf())
    await attempts(1)
    expect(timeoutsOf(mailbox).at(-1)).toBe(15)
  })
})

describe('a receiver that needs 6 s', () => {
  test('gets at least 12 s, however often it timed out', async () => {
    const { attempts, mailbox } = await open((count) =>
      count === 1 ? { ...answered(200), durationMs: 6_000 } : hanging,
    )
    await attempts(6)
    expect(timeoutsOf(mailbox)).toEqual([15, 15, 15, 12, 12, 12])
  })
})

describe('a run', () => {
  const run = { signal: new AbortController().signal }

  test('ends with the first timeout: what is left is scheduled after the account’s other due jobs', async () => {
    const { events, deliver, hook, mailbox, clock } = await open(() => {
      clock.time += 15 * SECOND
      return hanging
    })
    await events(8)
    const { again } = (await deliver(hook, run))!
    expect(mailbox.sent).toHaveLength(1)
    expect(again).toBe(clock.time)
  })

  test('makes one attempt at a time until the receiver responds again, then five', async () => {
    const answers = [hanging]
    const world = await open((count) => answers[count - 1] ?? answered(204))
    await world.attempts(1)
    let [now, most] = [0, 0]
    const slow = world.again({
      outbound: createMailbox(async (_, count) => {
        most = Math.max(most, ++now)
        await sleep(count === 1 ? 10 : 600)
        now--
        return count === 1 ? hanging : answered(204)
      }),
    })
    await world.events(8)
    await slow.deliver(world.hook, run)
    expect(most).toBe(1)
    world.clock.time += DAY
    await slow.deliver(world.hook, run)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(5)
  })
})
