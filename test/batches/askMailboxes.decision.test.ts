// Mail servers are asked about the rows of a completed batch, until each has its final answer or the time is up.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createMemory } from '../../src/adapters/smtp/memory.js'
import type { Batches } from '../../src/features/batches/index.js'
import type { AskMailbox } from '../../src/features/verification/index.js'
import { sharedWork } from '../../src/kernel/limits.js'
import { MINUTE_MS } from '../../src/kernel/time.js'
import { createChance } from '../../testbed/chance.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'
import { collect } from '../../testbed/given/events.js'
import { guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { startMailServer } from '../../testbed/mail/server.js'
import { type MailWorld, openMailWorld } from '../../testbed/mail/world.js'
import { lmdbDocuments } from '../../testbed/stores/lmdbDocuments.js'

let flow: BatchFlow
beforeEach(async () => {
  flow = await openBatchFlow()
})
afterEach(() => flow.close())

const never = new AbortController().signal
const submitted = { format: 'full', share: false, debug: false, mailboxMinutes: 30 } as const

/** A batch that DNS has judged. */
async function completed(batches: Batches, emails: readonly string[], input: object = submitted): Promise<string> {
  const { batchId } = await batches.submitBatch(caller(), { ...submitted, ...input, emails }, actor())
  while (await batches.runBatch(batchId, { signal: never }));
  return batchId
}

const rowsOf = async (batches: Batches, id: string) =>
  (await collect((await batches.getBatchResults(caller(), id)).chunks())).flat()

const said = (result: 'exists' | 'no_such_mailbox' | 'greylisted' | 'not_checked', retryAt?: number) => ({
  result,
  checkedAt: flow.clock.time,
  ...(retryAt !== undefined && { retryAt }),
})

describe('a batch that asks mail servers', () => {
  test('is completed by DNS, and has the answers of servers after that', async () => {
    const asked: string[] = []
    const batches = flow.openProcess({
      async askMailbox(email) {
        asked.push(email)
        return said(email.startsWith('v2') ? 'no_such_mailbox' : 'exists')
      },
    })
    const emails = ['v1@example.net', 'v2@example.net', 'v2@example.net', 'u1@example.net', '']
    const id = await completed(batches, emails)
    expect(flow.toAsk).toEqual([id])
    const until = new Date(flow.clock.time + 30 * MINUTE_MS).toISOString()
    expect(await batches.getBatch(caller(), id)).toMatchObject({
      status: 'completed',
      valid: 3,
      charged: 3,
      mailbox: { waiting: 3, until, endedAt: null },
    })

    expect(await batches.askMailboxes(id, { signal: never })).toBeUndefined()
    await flow.documentOf(id)
    expect(asked.sort()).toEqual(['v1@example.net', 'v2@example.net'])
    expect(await batches.getBatch(caller(), id)).toMatchObject({
      valid: 1,
      charged: 3,
      mailbox: { waiting: 0, endedAt: expect.any(String) },
    })
    const rows = await rowsOf(batches, id)
    expect(rows.map(({ verdict }) => [verdict.status, verdict.reason, verdict.mailbox?.result])).toEqual([
      ['valid', undefined, 'exists'],
      ['invalid', 'no_such_mailbox', 'no_such_mailbox'],
      ['invalid', 'no_such_mailbox', 'no_such_mailbox'],
      ['unknown', undefined, undefined],
      ['invalid', 'syntax', undefined],
    ])
    expect(await flow.usageOf()).toEqual({ charged: 3, reserved: 0 })
    await flow.eventsOf(id)
    expect(await batches.askMailboxes(id, { signal: never })).toBeUndefined()
    expect(asked).toHaveLength(2)
  })

  test('asks again when the servers allow it, and each row says whether it is final', async () => {
    const retryAt = flow.clock.time + 5 * MINUTE_MS
    const batches = flow.openProcess({
      askMailbox: async (email) =>
        email.startsWith('v1') || flow.clock.time >= retryAt ? said('exists') : said('greylisted', retryAt),
    })
    const id = await completed(batches, ['v1@example.net', 'v2@example.net'])
    expect(await batches.askMailboxes(id, { signal: never })).toEqual({ again: retryAt })
    const finals = async () => (await rowsOf(batches, id)).map(({ verdict }) => verdict.mailbox?.final)
    expect(await finals()).toEqual([true, false])
    expect((await batches.getBatch(caller(), id)).mailbox).toMatchObject({ waiting: 1, endedAt: null })
    flow.clock.time = retryAt
    expect(await batches.askMailboxes(id, { signal: never })).toBeUndefined()
    expect(await finals()).toEqual([true, true])
  })

  test('leaves a row in peace until its server allows another question, whatever else is asked meanwhile', async () => {
    const asked: string[] = []
    const later = flow.clock.time + 2 * MINUTE_MS
    const retryAt = flow.clock.time + 5 * MINUTE_MS
    const batches = flow.openProcess({
      async askMailbox(email) {
        asked.push(email)
        if (email.startsWith('v1')) return said('greylisted', flow.clock.time + 5 * MINUTE_MS)
        return flow.clock.time < later ? said('not_checked', later) : said('exists')
      },
    })
    const id = await completed(batches, ['v1@example.net', 'v2@example.net'])
    expect(await batches.askMailboxes(id, { signal: never })).toEqual({ again: later })
    flow.clock.time = later
    expect(await batches.askMailboxes(id, { signal: never })).toEqual({ again: retryAt })
    flow.clock.time = retryAt
    expect(await batches.askMailboxes(id, { signal: never })).toEqual({ again: retryAt + 5 * MINUTE_MS })
    expect(asked.map((email) => email.slice(0, 2))).toEqual(['v1', 'v2', 'v2', 'v1'])
  })

  test('ends when the time is up: what is known of a row is final then', async () => {
    const retryAt = flow.clock.time + 60 * MINUTE_MS
    const batches = flow.openProcess({
      askMailbox: async (email) => said(email.startsWith('v1') ? 'greylisted' : 'not_checked', retryAt),
    })
    const id = await completed(batches, ['v1@example.net', 'v2@example.net', 'v2@example.net'])
    const until = flow.clock.time + 30 * MINUTE_MS
    expect(await batches.askMailboxes(id, { signal: never })).toEqual({ again: until })
    const rows = async () => (await rowsOf(batches, id)).map(({ verdict: { status, mailbox } }) => [status, mailbox])
    const greylisted = { result: 'greylisted', checkedAt: flow.clock.time }
    expect(await rows()).toMatchObject([
      ['valid', { ...greylisted, final: false, retryAt }],
      ['valid', undefined],
      ['valid', undefined],
    ])
    flow.clock.time = until
    expect(await batches.askMailboxes(id, { signal: never })).toBeUndefined()
    await flow.documentOf(id)
    expect(await batches.getBatch(caller(), id)).toMatchObject({
      valid: 3,
      mailbox: { waiting: 0, endedAt: expect.any(String) },
    })
    const notChecked = { result: 'not_checked', cause: 'waiting', acceptAll: 'unknown', checkedAt: until, final: true }
    expect(await rows()).toEqual([
      ['valid', { ...greylisted, acceptAll: 'unknown', final: true }],
      ['valid', notChecked],
      ['valid', notChecked],
    ])
    expect((await flow.eventsOf(id)).map(({ type }) => type).slice(-2)).toEqual([
      'BatchMailboxesAsked',
      'BatchMailboxesEnded',
    ])
  })

  test('has an answer for each row if it was killed between a row and the one that repeats it', async () => {
    const batches = flow.openProcess({ askMailbox: async () => said('exists') })
    const others = Array.from(
      { length: sharedWork.batchMailboxes.answersPerEvent - 1 },
      (_, row) => `v${row}@d${row}.example`,
    )
    const id = await completed(batches, [...others, 'v@example.net', 'v@example.net'])
    let appends = 0
    const dying = flow.openProcess({
      askMailbox: async () => said('exists'),
      before() {
        if (++appends > 1) throw new Error('the process was killed')
      },
    })
    await expect(dying.askMailboxes(id, { signal: never })).rejects.toThrow('the process was killed')
    await flow.documentOf(id)
    expect((await batches.getBatch(caller(), id)).mailbox).toMatchObject({ waiting: 1, endedAt: null })
    expect(await batches.askMailboxes(id, { signal: never })).toBeUndefined()
    const finals = (await rowsOf(batches, id)).map(({ verdict }) => verdict.mailbox?.result)
    expect(new Set(finals)).toEqual(new Set(['exists']))
  })

  test('asks nobody any more once an answer cannot be recorded', async () => {
    const { answersPerEvent, atATime } = sharedWork.batchMailboxes
    const emails = Array.from({ length: answersPerEvent + 10 * atATime }, (_, row) => `v${row}@d${row}.example`)
    let left = 0
    let asked = 0
    const batches = flow.openProcess({
      async askMailbox() {
        asked++
        left++
        await new Promise((resolve) => setTimeout(resolve, 1))
        left--
        return said('exists')
      },
      before([event]) {
        if (event!.type === 'BatchMailboxesAsked') throw new Error('the log is full')
      },
    })
    const id = await completed(batches, emails)
    await expect(batches.askMailboxes(id, { signal: never })).rejects.toThrow('the log is full')
    const atFailure = asked
    while (left > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(asked).toBe(atFailure)
    expect(asked).toBeLessThan(emails.length)
  })

  test('asks servers of different domains in turn, and two questions of one domain at a time', async () => {
    const order: string[] = []
    const open = new Map<string, number>()
    let most = 0
    const batches = flow.openProcess({
      async askMailbox(email) {
        const domain = email.slice(email.indexOf('@') + 1)
        order.push(domain)
        open.set(domain, (open.get(domain) ?? 0) + 1)
        most = Math.max(most, open.get(domain)!)
        await new Promise((resolve) => setTimeout(resolve, 2))
        open.set(domain, open.get(domain)! - 1)
        return said('exists')
      },
    })
    const many = Array.from({ length: 50 }, (_, row) => `v${row}@one.example`)
    const id = await completed(batches, [...many, 'v1@two.example', 'v1@three.example'])
    await batches.askMailboxes(id, { signal: never })
    expect(most).toBe(2)
    expect(order.slice(0, 4).sort()).toEqual(['one.example', 'one.example', 'three.example', 'two.example'].sort())
    expect(order).toHaveLength(52)
  })

  test('can be deleted meanwhile: nothing of it is recorded, asked or kept after that', async () => {
    let asked = 0
    const batches = flow.openProcess({
      async askMailbox() {
        asked++
        expect(await batches.cancelBatch(caller(), id, actor())).toBe('deleted')
        return said('exists')
      },
    })
    const id = await completed(batches, ['v1@example.net'])
    expect(await batches.askMailboxes(id, { signal: never })).toEqual({ again: flow.clock.time })
    expect(await batches.askMailboxes(id, { signal: never })).toBeUndefined()
    expect(asked).toBe(1)
    expect((await flow.eventsOf(id)).at(-1)!.type).toBe('BatchDeleted')
    expect(await flow.documentOf(id)).toBeUndefined()
  })

  test('is asked about again by the sweep if its job was lost', async () => {
    const batches = flow.openProcess()
    const id = await completed(batches, ['v1@example.net'])
    flow.toAsk.length = 0
    await batches.sweepBatches()
    expect(flow.toAsk).toEqual([id])
    await batches.askMailboxes(id, { signal: never })
    await flow.documentOf(id)
    flow.toAsk.length = 0
    await batches.sweepBatches()
    expect(flow.toAsk).toEqual([])
  })

  test('asks nobody if the caller does not want it, or the batch was cancelled', async () => {
    const batches = flow.openProcess()
    const { batchId } = await batches.submitBatch(
      caller(),
      { format: 'full', share: false, debug: false, emails: ['v1@example.net'] },
      actor(),
    )
    while (await batches.runBatch(batchId, { signal: never }));
    expect(flow.toAsk).toEqual([])
    expect(await batches.askMailboxes(batchId, { signal: never })).toBeUndefined()
    const events = await flow.eventsOf(batchId)
    expect(events.map(({ type }) => type)).toEqual([
      'BatchSubmitted',
      'BatchStarted',
      'BatchChunkVerified',
      'BatchCompleted',
    ])
    const stored = [events.map(({ data }) => data), await flow.documentOf(batchId)]
    expect(JSON.stringify(stored)).not.toMatch(/mailbox|asking/i)
    const cancelled = await batches.submitBatch(caller(), { ...submitted, emails: ['v1@example.net'] }, actor())
    await batches.cancelBatch(caller(), cancelled.batchId, actor())
    expect(await batches.askMailboxes(cancelled.batchId, { signal: never })).toBeUndefined()
    expect((await flow.eventsOf(cancelled.batchId)).map(({ type }) => type)).toEqual([
      'BatchSubmitted',
      'BatchCancelled',
    ])
  })
})

test('the same list twice through a greylisting server, with kills: each row is final, no mailbox is named twice for it', async () => {
  const guard = guardConnections()
  const GREY_MS = 5 * MINUTE_MS
  const firstSeen = new Map<string, number>()
  const server = await startMailServer({
    rcpt(recipient) {
      if (recipient.startsWith('x')) return '550 5.1.1 User unknown'
      const seen = firstSeen.get(recipient)
      if (seen === undefined) firstSeen.set(recipient, flow.clock.time)
      if (seen === undefined || flow.clock.time - seen < GREY_MS) return '450 4.7.1 Greylisted, try again in 5 minutes'
      return /^v\d*[13579]@/.test(recipient) ? '550 5.1.1 User unknown' : '250 2.1.5 Ok'
    },
  })
  // What servers have said is in the log, and gates and claims are documents: they outlive a process.
  const memory = createMemory((text) => text)
  const { open, dispose } = lmdbDocuments()
  const documents = open()
  const chance = createChance(7)
  const worlds: MailWorld[] = []
  let started = 0

  /** A process, and how it is killed: nothing that it does after that has any effect on the batch. */
  function start() {
    const world = openMailWorld(server.port, {
      memory,
      clock: flow.clock,
      limits: { connections: 4, connectionsPerMinute: 100_000, recipientsPerMinute: 100_000 },
      sharing: { documents, idOf: (text) => text, holder: `process ${started++}`, isAlone: true, clock: flow.clock },
    })
    worlds.push(world)
    let isDead = false
    const askMailbox: AskMailbox = async (email, { account, waitMs }) => {
      const { operator: _, acceptAll, final: __, ...answer } = await world.ask(email, { account, waitMs })
      return { ...answer, ...(acceptAll !== 'unknown' && { acceptAll }) }
    }
    const before = () => {
      if (isDead) throw new Error('the process was killed')
    }
    const batches = flow.openProcess({ askMailbox, before })
    return {
      batches,
      async kill() {
        isDead = true
        await world.close()
      },
    }
  }

  const emails = Array.from({ length: 300 }, (_, row) => `v${row}@d${row % 20}.example`)
  try {
    let process = start()
    const ids = [await completed(process.batches, emails), await completed(process.batches, emails)]
    const endAt = flow.clock.time + 30 * MINUTE_MS
    const open = new Set(ids)
    let kills = 0
    while (open.size > 0 && flow.clock.time <= endAt) {
      for (const id of [...open]) {
        const victim = process
        const running = victim.batches.askMailboxes(id, { signal: never }).catch(() => ({ again: flow.clock.time }))
        if (kills < 12) {
          await new Promise((resolve) => setTimeout(resolve, chance.between(0, 120)))
          await victim.kill()
          kills++
          await running
          process = start()
        } else if ((await running) === undefined) open.delete(id)
      }
      flow.clock.time += MINUTE_MS
    }
    expect(kills).toBe(12)
    expect([...open]).toEqual([])
    const named = new Map<string, number>()
    for (const recipient of server.recipients()) named.set(recipient, (named.get(recipient) ?? 0) + 1)
    // Greylisting needs two questions; nothing needs a third.
    for (const [recipient, times] of named)
      if (recipient.startsWith('v')) expect([recipient, times]).toEqual([recipient, Math.min(times, 2)])
    let temporary = 0
    await flow.documentOf(ids[0]!)
    for (const id of ids) {
      expect((await process.batches.getBatch(caller(), id)).mailbox?.endedAt).not.toBeNull()
      for (const { email, verdict } of await rowsOf(process.batches, id)) {
        expect(verdict.mailbox).toMatchObject({ final: true })
        // Nobody knows what the server has seen of a question that its process did not survive.
        if (verdict.mailbox!.result === 'temporary') temporary++
        else expect(verdict.mailbox!.result).toBe(/^v\d*[13579]@/.test(email!) ? 'no_such_mailbox' : 'exists')
      }
    }
    expect(temporary).toBeLessThan(2 * 12 * 4)
    expect(await flow.usageOf()).toEqual({ charged: 600, reserved: 0 })
    expect(guard.strangers).toEqual([])
  } finally {
    await Promise.all(worlds.map((world) => world.close()))
    await server.close()
    await dispose()
    guard.release()
  }
}, 60_000)
