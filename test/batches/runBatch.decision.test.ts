// Running a batch: order, charges, interruptions, erasure and competing processes.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Batches, BatchRow } from '../../src/features/batches/index.js'
import type { Judge } from '../../src/features/verification/index.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { actor, type BatchFlow, caller, openBatchFlow, type ProcessOptions } from '../../testbed/features/batchFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { judgedOf, verdictOf } from '../../testbed/given/batchVerdicts.js'
import { collect } from '../../testbed/given/events.js'

let flow: BatchFlow
beforeEach(async () => {
  flow = await openBatchFlow()
})
afterEach(async () => {
  jest.restoreAllMocks()
  await flow.close()
})

const never = new AbortController().signal
const CHUNK = 1_000

/** Distinct addresses, of which every tenth is unknown and every tenth undeliverable. */
const addresses = (count: number, prefix = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${'uivvvvvvvv'[index % 10]}${prefix}${index}@example.net`)

async function submit(batches: Batches, emails: readonly string[], differs: object = {}, who = caller()) {
  const input = { emails, format: 'full', share: false, debug: false, ...differs } as const
  return (await batches.submitBatch(who, input, actor(who.account))).batchId
}

/**
 * Runs a batch until nothing is left to do, as its job would.
 * @returns the number of turns
 */
async function runToEnd(batches: Batches, id: string): Promise<number> {
  for (let turns = 1; turns < 100; turns++) if (!(await batches.runBatch(id, { signal: never }))) return turns
  throw new Error('it never ends')
}

const typesOf = async (id: string) => (await flow.eventsOf(id)).map(({ type }) => type)
const chunksOf = async (id: string) =>
  (await flow.eventsOf(id)).flatMap((event) => (event.type === 'BatchChunkVerified' ? [event.data] : []))
const chunksIn = (events: readonly DomainEvent[]) => events.filter(({ type }) => type === 'BatchChunkVerified').length

async function resultsOf(batches: Batches, id: string, account = ada): Promise<BatchRow[]> {
  const { chunks } = await batches.getBatchResults({ account, sandbox: false }, id)
  return (await collect(chunks())).flat()
}

/**
 * Every row exactly once and in order, each address charged once, nothing reserved, and the ledger equal to the log.
 */
async function expectCompleted(batches: Batches, id: string, emails: readonly string[]): Promise<void> {
  const events = await flow.eventsOf(id)
  const chunks = await chunksOf(id)
  const starts = chunks.map(({ from }) => from)
  expect(starts).toEqual(chunks.map((_, index) => index * CHUNK))
  expect(chunks.map(({ to }) => to)).toEqual([...starts.slice(1), emails.length])
  expect(events.map(({ type }) => type).filter((type) => type !== 'BatchRunFailed')).toEqual([
    'BatchSubmitted',
    'BatchStarted',
    ...chunks.map(() => 'BatchChunkVerified'),
    'BatchCompleted',
  ])
  const distinct = [...new Set(emails)]
  const charged = distinct.filter((email) => !email.startsWith('u')).length
  expect(events.at(-1)!.data).toMatchObject({ released: 0, totals: { processed: emails.length, charged } })
  expect(await flow.usageOf()).toEqual({ charged, reserved: 0 })
  const rows = await resultsOf(batches, id)
  expect(rows.map(({ index, email }) => [index, email])).toEqual(emails.map((email, index) => [index, email]))
  expect(rows.map(({ verdict }) => verdict)).toEqual(emails.map(verdictOf))
}

const expectLedgerAsLog = async (account = ada) => {
  const { charged, reserved } = await flow.usageOf(account)
  expect(await flow.ledgerOf(account)).toBe(charged + reserved)
}

/** An action that happens once, right after the writer's n-th chunk is in the log. */
function afterChunk(count: number, what: () => unknown): Pick<ProcessOptions, 'after'> {
  let chunks = 0
  return {
    async after(events) {
      chunks += chunksIn(events)
      if (chunks < count) return
      chunks = Number.NEGATIVE_INFINITY
      await what()
    },
  }
}

describe('running a batch', () => {
  test('verifies every row once and in order, and charges every address once', async () => {
    const batches = flow.openProcess()
    const emails = [...addresses(2_300), ...addresses(1_900), ...addresses(40, 'x')]
    const id = await submit(batches, emails)
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 2_340 })
    await expectLedgerAsLog()
    expect(await runToEnd(batches, id)).toBe(1)
    await expectCompleted(batches, id, emails)
    await expectLedgerAsLog()
    expect(await batches.getBatch(caller(), id)).toMatchObject({
      status: 'completed',
      total: 4_240,
      processed: 4_240,
      invalid: 424,
      unknown: 424,
      valid: 3_392,
      failure: null,
    })
  })

  test('gives the same result when verdicts are slow and arrive in any order', async () => {
    const judge: Judge = async (email) => {
      for (let turn = email.length % 4; turn > 0; turn--) await new Promise(setImmediate)
      return judgedOf(email)
    }
    const batches = flow.openProcess({ judge })
    const emails = [...addresses(1_500), ...addresses(1_500)]
    const id = await submit(batches, emails)
    await runToEnd(batches, id)
    await expectCompleted(batches, id, emails)
    await expectLedgerAsLog()
  })

  test('records progress before it starts more than a few chunks ahead', async () => {
    let requested = 0
    let done = 0
    let most = 0
    const judge: Judge = (email) => {
      most = Math.max(most, ++requested - done)
      return judgedOf(email)
    }
    const after = (events: readonly DomainEvent[]) => {
      done += chunksIn(events) * CHUNK
    }
    const batches = flow.openProcess({ judge, after })
    await runToEnd(batches, await submit(batches, addresses(9_000)))
    expect(most).toBeLessThanOrEqual(4 * CHUNK)
    expect(most).toBeGreaterThan(CHUNK)
  })

  test('keeps the correlation id of its submission in all events', async () => {
    const batches = flow.openProcess()
    const who = actor()
    const input = { emails: addresses(5), format: 'compact', share: false, debug: false } as const
    const { batchId } = await batches.submitBatch(caller(), input, who)
    await runToEnd(batches, batchId)
    const events = await flow.eventsOf(batchId)
    expect(new Set(events.map(({ meta }) => meta.correlationId))).toEqual(new Set([who.correlationId]))
    expect(events.map(({ meta }) => meta.actor)).toEqual([ada, 'system', 'system', 'system'])
  })

  test('of a sandbox key costs nothing and changes no statistics', async () => {
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(1_200), {}, caller({ sandbox: true, perMonth: 0 }))
    await runToEnd(batches, id)
    expect(await typesOf(id)).toEqual([
      'BatchSubmitted',
      'BatchStarted',
      'BatchChunkVerified',
      'BatchChunkVerified',
      'BatchCompleted',
    ])
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 0 })
    await expectLedgerAsLog()
  })

  test('with debug records the steps of each row, sealed', async () => {
    const judge: Judge = (email, { trace }) => {
      trace?.note('judged', email.slice(0, 1))
      return judgedOf(email)
    }
    const batches = flow.openProcess({ judge })
    const emails = [...addresses(300), ...addresses(2)]
    const id = await submit(batches, emails, { debug: true })
    await runToEnd(batches, id)
    expect((await chunksOf(id)).map(({ to }) => to)).toEqual([250, 302])
    for (const { steps } of await chunksOf(id)) expect(steps).not.toContain('judged')
    const rows = await resultsOf(batches, id)
    expect(rows.map(({ steps }) => steps!.map(({ outcome }) => outcome).join())).toEqual([
      ...emails.slice(0, 300).map((email) => email.slice(0, 1)),
      '',
      '',
    ])
  })

  test('that has ended does nothing', async () => {
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(10))
    await runToEnd(batches, id)
    const events = await flow.eventsOf(id)
    expect(await batches.runBatch(id, { signal: never })).toBeUndefined()
    expect(await flow.openProcess().runBatch(id, { signal: never })).toBeUndefined()
    expect(await flow.eventsOf(id)).toEqual(events)
  })

  test('that was never submitted does nothing', async () => {
    expect(await flow.openProcess().runBatch('unknown', { signal: never })).toBeUndefined()
    expect(await typesOf('unknown')).toEqual([])
  })
})

describe('two batches of an account at most', () => {
  test('run concurrently; the next is scheduled when one has ended, however it ended', async () => {
    const batches = flow.openProcess()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      ids.push(await submit(batches, addresses(3, name)))
      flow.clock.time += 1_000
    }
    expect([...new Set(flow.enqueued)]).toEqual(ids.slice(0, 2))
    flow.enqueued.length = 0
    await runToEnd(batches, ids[1]!)
    expect(flow.enqueued).toEqual([ids[0], ids[2]])
    flow.enqueued.length = 0
    await batches.cancelBatch(caller(), ids[0]!, actor())
    expect(flow.enqueued).toEqual([ids[2], ids[3]])
  })

  test('of another account do not wait for them', async () => {
    const batches = flow.openProcess()
    for (const name of ['a', 'b', 'c']) await submit(batches, addresses(3, name))
    const theirs = await submit(batches, addresses(3), {}, caller({ account: bob }))
    expect(flow.enqueued.at(-1)).toBe(theirs)
  })
})

describe('a turn', () => {
  /** The time that runs see. */
  function passTime(): (milliseconds: number) => void {
    const real = performance.now.bind(performance)
    let passed = 0
    jest.spyOn(performance, 'now').mockImplementation(() => real() + passed)
    return (milliseconds) => {
      passed += milliseconds
    }
  }

  test('ends after 20 seconds, with all started chunks appended; the next continues from there', async () => {
    const pass = passTime()
    const requests = new Map<string, number>()
    const judge: Judge = (email) => {
      requests.set(email, (requests.get(email) ?? 0) + 1)
      return judgedOf(email)
    }
    const batches = flow.openProcess({ judge, ...afterChunk(2, () => pass(20_001)) })
    const emails = [...addresses(6_000), ...addresses(3_000)]
    const id = await submit(batches, emails)
    expect(await batches.runBatch(id, { signal: never })).toEqual({ again: expect.any(Number) })
    expect((await typesOf(id)).at(-1)).toBe('BatchChunkVerified')
    expect((await chunksOf(id)).length).toBeLessThan(9)
    await expectLedgerAsLog()
    expect(await runToEnd(batches, id)).toBe(1)
    await expectCompleted(batches, id, emails)
    await expectLedgerAsLog()
    expect(new Set(requests.values())).toEqual(new Set([1]))
  })

  test('by another process in between makes this one reload its cached state', async () => {
    const pass = passTime()
    const one = flow.openProcess(afterChunk(1, () => pass(20_001)))
    const other = flow.openProcess(afterChunk(1, () => pass(20_001)))
    const emails = [...addresses(8_000), ...addresses(7_000)]
    const id = await submit(one, emails)
    expect(await one.runBatch(id, { signal: never })).toBeDefined()
    expect(await other.runBatch(id, { signal: never })).toBeDefined()
    const before = (await chunksOf(id)).length
    expect(before).toBeLessThan(15)
    expect(await one.runBatch(id, { signal: never })).toEqual({ again: expect.any(Number) })
    expect(await chunksOf(id)).toHaveLength(before)
    expect(await runToEnd(one, id)).toBe(1)
    await expectCompleted(one, id, emails)
    await expectLedgerAsLog()
  })
})

describe('one writer', () => {
  test('of two that start concurrently continues; the other stops, and nothing is done or charged twice', async () => {
    const [one, other] = [flow.openProcess(), flow.openProcess()]
    const emails = [...addresses(3_000), ...addresses(2_000)]
    const id = await submit(one, emails)
    await Promise.all([one, other].map((batches) => batches.runBatch(id, { signal: never })))
    await runToEnd(one, id)
    await expectCompleted(one, id, emails)
    await expectLedgerAsLog()
  })

  test('that another process has overtaken stops at its next chunk', async () => {
    const other = flow.openProcess()
    let id = ''
    const one = flow.openProcess(afterChunk(2, () => runToEnd(other, id)))
    const emails = addresses(7_000)
    id = await submit(one, emails)
    expect(await one.runBatch(id, { signal: never })).toEqual({ again: expect.any(Number) })
    expect(await one.runBatch(id, { signal: never })).toBeUndefined()
    await expectCompleted(one, id, emails)
    await expectLedgerAsLog()
  })
})

describe('a batch that is cancelled while it runs', () => {
  test('stops: nothing more is appended, and what was not processed is released', async () => {
    const other = flow.openProcess()
    let id = ''
    const one = flow.openProcess(afterChunk(2, () => other.cancelBatch(caller(), id, actor())))
    id = await submit(one, addresses(7_000))
    expect(await one.runBatch(id, { signal: never })).toEqual({ again: expect.any(Number) })
    expect(await one.runBatch(id, { signal: never })).toBeUndefined()
    expect(await typesOf(id)).toEqual([
      'BatchSubmitted',
      'BatchStarted',
      'BatchChunkVerified',
      'BatchChunkVerified',
      'BatchCancelled',
    ])
    expect((await flow.eventsOf(id)).at(-1)!.data).toMatchObject({ released: 5_000, totals: { processed: 2_000 } })
    expect(await flow.usageOf()).toEqual({ charged: 1_800, reserved: 0 })
    await expectLedgerAsLog()
    expect(await resultsOf(one, id)).toHaveLength(2_000)
    expect(await one.runBatch(id, { signal: never })).toBeUndefined()
  })

  test('just before a chunk is appended does not get that chunk', async () => {
    const other = flow.openProcess()
    let id = ''
    let cancelled = false
    const one = flow.openProcess({
      before: async (events) => {
        if (chunksIn(events) === 0 || cancelled) return
        cancelled = true
        await other.cancelBatch(caller(), id, actor())
      },
    })
    id = await submit(one, addresses(3))
    expect(await one.runBatch(id, { signal: never })).toEqual({ again: expect.any(Number) })
    expect(await one.runBatch(id, { signal: never })).toBeUndefined()
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted', 'BatchCancelled'])
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 0 })
    await expectLedgerAsLog()
  })

  test('by a hundred concurrent calls is cancelled once and released once', async () => {
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(500))
    const answers = await Promise.all(Array.from({ length: 100 }, () => batches.cancelBatch(caller(), id, actor())))
    expect(answers.filter((answer) => answer === 'cancelled')).toHaveLength(1)
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchCancelled'])
    await expectLedgerAsLog()
    expect(await flow.ledgerOf()).toBe(0)
  })
})

describe('a ledger that was lost', () => {
  test('is primed from the log, even during a cancellation: nothing is released twice', async () => {
    const before = flow.openProcess()
    await submit(before, addresses(300))
    const id = await submit(before, addresses(500, 'x'))
    flow.loseLedger()
    const batches = flow.openProcess({ following: () => flow.ledgerOf() })
    await batches.cancelBatch(caller(), id, actor())
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 300 })
    await expectLedgerAsLog()
  })

  test('agrees with the log again when an earlier batch continues', async () => {
    const id = await submit(flow.openProcess(), addresses(3_000))
    flow.loseLedger()
    let chunks = 0
    const before = async (events: readonly DomainEvent[]) => {
      chunks += chunksIn(events)
      if (chunks === 2) await flow.ledgerOf()
    }
    await runToEnd(flow.openProcess({ before }), id)
    expect(await flow.usageOf()).toEqual({ charged: 2_700, reserved: 0 })
    await expectLedgerAsLog()
  })
})

describe('a batch whose input is lost', () => {
  const rowsOf = async (id: string) => {
    const [submitted] = await flow.eventsOf(id)
    if (submitted?.type !== 'BatchSubmitted') throw new Error('it was not submitted')
    return submitted.data.rows
  }

  async function* shortened(name: string, rows: number) {
    const text = Buffer.concat(await collect(flow.blobs.read(name))).toString()
    yield Buffer.from(text.split('\n').slice(0, rows).join('\n').concat('\n'))
  }

  const ways: readonly (readonly [string, (name: string) => unknown, string])[] = [
    ['deleted', (name) => flow.blobs.delete(name), 'Its input was deleted.'],
    ['damaged', (name) => flow.blobs.write(name, ada, damaged()), 'Its input is damaged and cannot be read.'],
    [
      'too short',
      (name) => flow.blobs.write(name, ada, shortened(name, 1_700)),
      'Its input ends after 1700 of 7000 rows.',
    ],
  ]

  async function* damaged() {
    yield Buffer.from('"v1@example.net"\nno row at all\n')
  }

  test.each(ways)('fails with the reason and releases everything: %s', async (_, lose, reason) => {
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(7_000))
    await lose(await rowsOf(id))
    expect(await batches.runBatch(id, { signal: never })).toBeUndefined()
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted', 'BatchFailed'])
    expect((await flow.eventsOf(id)).at(-1)!.data).toMatchObject({ released: 7_000, reason })
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 0 })
    await expectLedgerAsLog()
    expect(await batches.getBatch(caller(), id)).toMatchObject({ status: 'failed', failure: reason, processed: 0 })
    expect(await batches.runBatch(id, { signal: never })).toBeUndefined()
  })

  test('releases everything also if the limits of the account cannot be read at first', async () => {
    let reads = 0
    const batches = flow.openProcess({
      limiting() {
        if (++reads === 2) throw new StoreUnavailable('not now')
      },
    })
    const id = await submit(batches, addresses(50))
    await flow.blobs.delete(await rowsOf(id))
    await expect(batches.runBatch(id, { signal: never })).rejects.toThrow('not now')
    expect(await batches.runBatch(id, { signal: never })).toBeUndefined()
    expect((await flow.eventsOf(id)).at(-1)).toMatchObject({ type: 'BatchFailed', data: { released: 50 } })
    await expectLedgerAsLog()
  })

  test('partway keeps and charges what was processed', async () => {
    const stop = new AbortController()
    const batches = flow.openProcess(afterChunk(2, () => stop.abort()))
    const id = await submit(batches, addresses(7_000))
    expect(await batches.runBatch(id, { signal: stop.signal })).toEqual({ again: expect.any(Number) })
    await flow.blobs.delete(await rowsOf(id))
    expect(await batches.runBatch(id, { signal: never })).toBeUndefined()
    expect((await flow.eventsOf(id)).at(-1)).toMatchObject({
      type: 'BatchFailed',
      data: { released: 5_000, totals: { processed: 2_000, charged: 1_800 } },
    })
    expect(await flow.usageOf()).toEqual({ charged: 1_800, reserved: 0 })
    await expectLedgerAsLog()
  })

  test('but that is cancelled at that moment stays cancelled and is released once', async () => {
    const other = flow.openProcess()
    let id = ''
    const one = flow.openProcess({
      before: async ([event]) => {
        if (event?.type === 'BatchFailed') await other.cancelBatch(caller(), id, actor())
      },
    })
    id = await submit(one, addresses(50))
    await flow.blobs.delete(await rowsOf(id))
    expect(await one.runBatch(id, { signal: never })).toBeUndefined()
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted', 'BatchCancelled'])
    await expectLedgerAsLog()
  })

  test('during shutdown does not fail: the next start tries again', async () => {
    const stop = new AbortController()
    const batches = flow.openProcess({
      blobs: (real) => ({
        ...real,
        read: () => {
          stop.abort()
          throw new Error('closed')
        },
      }),
    })
    const id = await submit(batches, addresses(50))
    expect(await batches.runBatch(id, { signal: stop.signal })).toEqual({ again: expect.any(Number) })
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted'])
    expect(await runToEnd(flow.openProcess(), id)).toBe(1)
    expect((await typesOf(id)).at(-1)).toBe('BatchCompleted')
  })

  test('only temporarily, because its store does not respond, does not fail', async () => {
    let down = true
    const batches = flow.openProcess({
      blobs: (real) => ({
        ...real,
        read: (...all) => {
          if (down) throw new StoreUnavailable('the disk is full of cats')
          return real.read(...all)
        },
      }),
    })
    const emails = addresses(50)
    const id = await submit(batches, emails)
    await expect(batches.runBatch(id, { signal: never })).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted'])
    down = false
    await runToEnd(batches, id)
    await expectCompleted(batches, id, emails)
  })
})

describe('a run that ends too soon', () => {
  test('because it is aborted is scheduled again, and continues at the next chunk', async () => {
    const emails = [...addresses(6_000), ...addresses(2_500)]
    const id = await submit(flow.openProcess(), emails)
    let runs = 0
    for (let again = true; again; runs++) {
      const stop = new AbortController()
      // A new process each time: only the log survives.
      const batches = flow.openProcess(afterChunk(2, () => stop.abort()))
      again = (await batches.runBatch(id, { signal: stop.signal })) !== undefined
      await expectLedgerAsLog()
    }
    expect(runs).toBe(5)
    await expectCompleted(flow.openProcess(), id, emails)
  })

  test('before it started has lost nothing', async () => {
    const batches = flow.openProcess()
    const emails = addresses(1_100)
    const id = await submit(batches, emails)
    expect(await batches.runBatch(id, { signal: AbortSignal.abort() })).toEqual({ again: expect.any(Number) })
    await runToEnd(batches, id)
    await expectCompleted(batches, id, emails)
    await expectLedgerAsLog()
  })

  test('because its judge failed is a failed run, and continues once the judge works', async () => {
    let broken = true
    const judge: Judge = async (email) => {
      if (broken && email === 'v4567@example.net') throw new Error('the judge is broken')
      return judgedOf(email)
    }
    const batches = flow.openProcess({ judge })
    const emails = addresses(7_000)
    const id = await submit(batches, emails)
    await expect(batches.runBatch(id, { signal: never })).rejects.toThrow('the judge is broken')
    expect((await chunksOf(id)).length).toBeLessThanOrEqual(4)
    await expectLedgerAsLog()
    broken = false
    await runToEnd(batches, id)
    await expectCompleted(batches, id, emails)
    await expectLedgerAsLog()
  })

  test('because the response to an append was lost charges nothing twice and never releases too much', async () => {
    let lost = false
    const batches = flow.openProcess({
      after: (events) => {
        if (lost || chunksIn(events) === 0) return
        lost = true
        throw new StoreUnavailable('the answer was lost')
      },
    })
    const emails = [...addresses(3_000), ...addresses(2_000)]
    const id = await submit(batches, emails)
    await expect(batches.runBatch(id, { signal: never })).rejects.toBeInstanceOf(StoreUnavailable)
    await runToEnd(batches, id)
    await expectCompleted(batches, id, emails)
    const { charged } = await flow.usageOf()
    // What the first chunk released is missing until the ledger is primed again.
    expect(await flow.ledgerOf()).toBe(charged + 100)
  })
})

describe('a batch whose runs fail', () => {
  const broken = new Error('a mistake of ours')
  const MOST = 20

  /**
   * Runs it once in a new process.
   * @returns whether the run was interrupted
   */
  async function breaksOff(id: string, judge: Judge): Promise<boolean> {
    try {
      await flow.openProcess({ judge }).runBatch(id, { signal: never })
      return false
    } catch (error) {
      expect(error).toBe(broken)
      return true
    }
  }
  /** The address at this index of every run. */
  const without =
    (number: number): Judge =>
    (email) => {
      if (email.endsWith(`y${number}@example.net`)) throw broken
      return judgedOf(email)
    }

  test('repeatedly without progress fails, in whatever process, and releases its slot and reservation', async () => {
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(2_500, 'y'))
    const next = await submit(batches, addresses(10, 'z'))
    await submit(batches, addresses(10, 'w'))
    // The first run completes the first chunk: only later events count.
    for (let run = 1; run < MOST; run++) expect(await breaksOff(id, without(1_500))).toBe(true)
    expect(await batches.getBatch(caller(), id)).toMatchObject({ status: 'processing', processed: 1_000 })
    expect(flow.errors).toEqual([])
    flow.enqueued.length = 0
    expect(await breaksOff(id, without(1_500))).toBe(false)
    expect(flow.enqueued).toContain(next)
    expect(flow.enqueued).not.toContain(id)
    expect((await flow.eventsOf(id)).at(-1)).toMatchObject({
      type: 'BatchFailed',
      data: {
        released: 1_500,
        totals: { processed: 1_000, charged: 900 },
        reason: expect.stringContaining('20 times'),
      },
    })
    expect(await batches.getBatch(caller(), id)).toMatchObject({ status: 'failed', processed: 1_000 })
    expect(flow.errors).toMatchObject([{ batch: id, error: broken }])
    expect(await flow.usageOf()).toEqual({ charged: 900, reserved: 20 })
    await expectLedgerAsLog()
  })

  test('but that makes progress in between does not fail, however often that happens', async () => {
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(2_500, 'y'))
    for (let run = 1; run < MOST; run++) expect(await breaksOff(id, without(0))).toBe(true)
    for (let run = 1; run < MOST; run++) expect(await breaksOff(id, without(1_500))).toBe(true)
    expect(await runToEnd(flow.openProcess(), id)).toBe(1)
    expect((await typesOf(id)).at(-1)).toBe('BatchCompleted')
    expect(await flow.usageOf()).toEqual({ charged: 2_250, reserved: 0 })
  })

  test('because a store is down or the service stops does not fail', async () => {
    const stop = new AbortController()
    const batches = flow.openProcess()
    const id = await submit(batches, addresses(50, 'y'))
    const down = flow.openProcess({
      judge: () => {
        throw new StoreUnavailable('down')
      },
    })
    const stopping = flow.openProcess({
      judge: () => {
        stop.abort()
        throw broken
      },
    })
    for (let run = 0; run < MOST; run++) {
      await expect(down.runBatch(id, { signal: never })).rejects.toThrow('down')
      expect(await stopping.runBatch(id, { signal: stop.signal })).toEqual({ again: expect.any(Number) })
    }
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted'])
  })

  test('and that is cancelled meanwhile stays cancelled and is released once', async () => {
    const other = flow.openProcess()
    let id = ''
    const one = flow.openProcess({
      judge: without(0),
      before: async ([event]) => {
        if (event?.type === 'BatchRunFailed') await other.cancelBatch(caller(), id, actor())
      },
    })
    id = await submit(one, addresses(50, 'y'))
    expect(await one.runBatch(id, { signal: never })).toBeUndefined()
    expect(await typesOf(id)).toEqual(['BatchSubmitted', 'BatchStarted', 'BatchCancelled'])
    expect(await flow.usageOf()).toEqual({ charged: 0, reserved: 0 })
    await expectLedgerAsLog()
  })
})

describe('permits to run', () => {
  test('are left to accounts that run nothing: an account’s second batch waits while many run', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const judge: Judge = async (email) => {
      await answered
      return judgedOf(email)
    }
    const batches = flow.openProcess({ judge })
    const accounts = Array.from({ length: 30 }, () => newId())
    const submitted = await Promise.all(
      accounts.map((account) => submit(batches, addresses(1), {}, caller({ account }))),
    )
    const runs = submitted.map((id) => batches.runBatch(id, { signal: never }))
    const [busy] = accounts
    const second = await submit(batches, addresses(1), {}, caller({ account: busy! }))
    const newcomer = await submit(batches, addresses(1), {}, caller({ account: bob }))
    await eventually(
      () => Promise.all(submitted.map(async (id) => (await typesOf(id)).includes('BatchStarted'))),
      (started) => started.every(Boolean),
    )
    const began = Date.now()
    expect(await batches.runBatch(second, { signal: never })).toEqual({ again: expect.any(Number) })
    expect((await typesOf(second)).includes('BatchStarted')).toBe(false)
    // A turn would take twenty seconds.
    expect(Date.now() - began).toBeLessThan(15_000)
    const running = batches.runBatch(newcomer, { signal: never })
    await eventually(
      () => typesOf(newcomer),
      (types) => types.includes('BatchStarted'),
    )
    answer()
    expect(await Promise.all([...runs, running])).toEqual(Array.from({ length: 31 }, () => undefined))
    expect(await runToEnd(batches, second)).toBe(1)
  })
})
