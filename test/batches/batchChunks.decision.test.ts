// Verifying one chunk of a batch, and settling it: what it charges, what it releases, and what repeated rows share.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { outcomeAt } from '../../src/features/batches/run/columns.js'
import { EMPTY_CELL_OUTCOME, type Outcome, outcomeOf } from '../../src/features/batches/run/outcome.js'
import { createOutcomes } from '../../src/features/batches/run/outcomes.js'
import { settleChunk } from '../../src/features/batches/run/settleChunk.js'
import { type ChunkWork, verifyChunk } from '../../src/features/batches/run/verifyChunk.js'
import type { Judge, JudgedFacts } from '../../src/features/verification/index.js'
import { createConcurrencyLimit } from '../../src/kernel/concurrency/concurrencyLimit.js'
import fc from '../../testbed/fastCheck.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { judgedOf, verdictOf } from '../../testbed/given/batchVerdicts.js'

type Row = Parameters<typeof verifyChunk>[0][number]

/** Rows as an input has them: a number refers to an earlier row; null is an empty cell. */
function rowsOf(texts: readonly (string | null)[]): Row[] {
  const seen = new Map<string, number>()
  return texts.map((email, index): Row => {
    const sameAs = email === null ? undefined : seen.get(email)
    if (email !== null && sameAs === undefined) seen.set(email, index)
    return { email, sameAs }
  })
}

const outcomeFor = (email: string) => outcomeOf(verdictOf(email), judgedOf(email).judgement)

const chunksOf = (rows: readonly Row[], size: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, chunk) => rows.slice(chunk * size, (chunk + 1) * size))

function workWith(judge: Judge, differs: Partial<ChunkWork> = {}): ChunkWork {
  const signal = new AbortController().signal
  return {
    judge,
    account: ada,
    concurrencyLimit: createConcurrencyLimit(1_000),
    signal,
    sandbox: false,
    debug: false,
    ...differs,
  }
}

const letters = fc.constantFrom('v', 'i', 'u')
const texts = fc.array(
  fc.option(
    fc.record({ kind: letters, number: fc.nat({ max: 12 }) }).map(({ kind, number }) => `${kind}${number}@example.net`),
  ),
  { minLength: 1, maxLength: 80 },
)

/** Unhandled rejections during a test. */
let unhandled: unknown[]
const note = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

describe('a verified chunk', () => {
  test('keeps the order of its rows, in whatever order verdicts arrive', () =>
    fc.assert(
      fc.asyncProperty(texts, fc.scheduler(), fc.func(fc.boolean()), async (all, scheduler, atOnce) => {
        const judge: Judge = (email) =>
          atOnce(email) ? judgedOf(email) : scheduler.schedule(Promise.resolve(judgedOf(email)), email)
        const rows = rowsOf(all)
        const verifying = verifyChunk(rows, workWith(judge))
        const { outcomes, steps } = await scheduler.waitFor(verifying)
        const expected = rows.map(({ email, sameAs }) => {
          if (email === null) return EMPTY_CELL_OUTCOME
          return sameAs === undefined ? outcomeFor(email) : { sameAs }
        })
        expect(outcomes).toStrictEqual(expected)
        expect(steps).toBeUndefined()
      }),
    ))

  test('verifies an address once, and an empty cell never', async () => {
    const requested: string[] = []
    const judge: Judge = (email) => {
      requested.push(email)
      return judgedOf(email)
    }
    await verifyChunk(rowsOf(['v1@x.org', null, 'v1@x.org', 'v2@x.org', null]), workWith(judge))
    expect(requested).toEqual(['v1@x.org', 'v2@x.org'])
  })

  test('never has more rows waiting for DNS than the limit allows', async () => {
    let waiting = 0
    let most = 0
    const judge: Judge = async (email) => {
      most = Math.max(most, ++waiting)
      await nextTurn()
      waiting--
      return judgedOf(email)
    }
    const rows = rowsOf(Array.from({ length: 300 }, (_, index) => `v${index}@example.net`))
    const { outcomes } = await verifyChunk(rows, workWith(judge, { concurrencyLimit: createConcurrencyLimit(20) }))
    expect(outcomes).toHaveLength(300)
    expect(most).toBe(20)
  })

  test('yields to the event loop even if every verdict is known', async () => {
    let turns = 0
    let over = false
    const others = (async () => {
      for (; !over; turns++) await nextTurn()
    })()
    await verifyChunk(rowsOf(Array.from({ length: 1_000 }, (_, index) => `v${index}@x.org`)), workWith(judgedOf))
    over = true
    await others
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  test('has the steps of each row with debug, and none for rows that took none', async () => {
    const judge: Judge = (email, { trace }) => {
      trace?.note('syntax', 'valid')
      return email.startsWith('v') ? judgedOf(email) : Promise.resolve(judgedOf(email))
    }
    const rows = rowsOf(['v1@x.org', null, 'u1@x.org', 'v1@x.org'])
    const { steps } = await verifyChunk(rows, workWith(judge, { debug: true }))
    const noted = [{ name: 'syntax', outcome: 'valid', ms: expect.any(Number) }]
    expect(steps).toEqual([noted, [], noted, []])
  })

  test('passes account, sandbox, pool and signal to the judge', async () => {
    const { signal } = new AbortController()
    const calls: unknown[] = []
    const judge: Judge = (email, options) => {
      calls.push(options)
      return judgedOf(email)
    }
    const membership = { pool: 'public', share: true }
    await verifyChunk(rowsOf(['v1@x.org']), workWith(judge, { sandbox: true, membership, signal }))
    expect(calls).toEqual([{ account: ada, sandbox: true, membership, signal, trace: undefined }])
  })
})

describe('a chunk that cannot be verified', () => {
  const broken = new Error('the judge is broken')

  test.each([
    ['at once', 0],
    ['later', 1],
    ['much later', 3],
  ])('fails with the error of its judge, %s, without an unhandled rejection', async (_, turns) => {
    async function later(email: string): Promise<JudgedFacts> {
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      if (email.startsWith('i')) throw broken
      return judgedOf(email)
    }
    const judge: Judge = (email) => {
      if (turns === 0 && email.startsWith('i')) throw broken
      return later(email)
    }
    const all = Array.from({ length: 60 }, (_, index) => `${index % 7 === 3 ? 'i' : 'v'}${index}@example.net`)
    await expect(verifyChunk(rowsOf(all), workWith(judge))).rejects.toBe(broken)
  })

  test('starts no more rows, except those of the same turn, after one has failed', async () => {
    let started = 0
    const judge: Judge = () => {
      started++
      return Promise.reject(broken)
    }
    const rows = rowsOf(Array.from({ length: 1_000 }, (_, index) => `v${index}@example.net`))
    await expect(verifyChunk(rows, workWith(judge))).rejects.toBe(broken)
    expect(started).toBeLessThanOrEqual(200)
  })

  test('releases every permit it took', async () => {
    const concurrencyLimit = createConcurrencyLimit(1_000)
    const judge: Judge = async (email) => {
      await nextTurn()
      if (email.startsWith('i')) throw broken
      return judgedOf(email)
    }
    const rows = rowsOf(Array.from({ length: 100 }, (_, index) => `${index % 5 ? 'v' : 'i'}${index}@x.org`))
    await expect(verifyChunk(rows, workWith(judge, { concurrencyLimit }))).rejects.toBe(broken)
    for (let had = 1; had < 1_000; had++) expect(concurrencyLimit.acquire()).toBeUndefined()
    expect(concurrencyLimit.acquire()).toBeInstanceOf(Promise)
  })

  test('ends with the reason of an abort before it starts another row', async () => {
    const abort = new AbortController()
    let started = 0
    const judge: Judge = async (email) => {
      if (++started === 10) abort.abort(broken)
      await nextTurn()
      return judgedOf(email)
    }
    const rows = rowsOf(Array.from({ length: 1_000 }, (_, index) => `v${index}@example.net`))
    await expect(verifyChunk(rows, workWith(judge, { signal: abort.signal }))).rejects.toBe(broken)
    expect(started).toBe(10)
  })

  test('does not start if it is already aborted', async () => {
    const judge: Judge = () => {
      throw new Error('must not be called')
    }
    await expect(
      verifyChunk(rowsOf(['v1@x.org']), workWith(judge, { signal: AbortSignal.abort(broken) })),
    ).rejects.toBe(broken)
  })
})

describe('settling a chunk', () => {
  /** Expected totals, computed naively: the first row of each address is judged and charged. */
  function naive(all: readonly (string | null)[], sandbox: boolean) {
    const outcomes = all.map((email) => (email === null ? EMPTY_CELL_OUTCOME : outcomeFor(email)))
    const distinct = [...new Set(all.filter((email) => email !== null))]
    const unknown = distinct.filter((email) => email.startsWith('u')).length
    return {
      outcomes,
      valid: all.filter((email) => email !== null && !email.startsWith('i')).length,
      unknown: all.filter((email) => email?.startsWith('u')).length,
      charged: sandbox ? 0 : distinct.length - unknown,
      released: sandbox ? 0 : unknown,
    }
  }

  test('charges each address once and releases unknown ones; repeats share the outcome of the first', () =>
    fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 30 }), fc.boolean(), async (all, size, sandbox) => {
        const known = createOutcomes(all.length)
        const sum = { valid: 0, unknown: 0, charged: 0, released: 0 }
        const settled: Outcome[] = []
        for (const rows of chunksOf(rowsOf(all), size)) {
          const { results, ...done } = settleChunk(await verifyChunk(rows, workWith(judgedOf)), known, { sandbox })
          expect(done.rows).toBe(rows.length)
          for (let row = 0; row < rows.length; row++) settled.push(outcomeAt(results, row))
          for (const figure of ['valid', 'unknown', 'charged', 'released'] as const) sum[figure] += done[figure]
        }
        const { outcomes, ...figures } = naive(all, sandbox)
        expect(settled).toStrictEqual(outcomes)
        expect(sum).toEqual(figures)
      }),
      { numRuns: 300 },
    ))

  test('treats outcomes read from the log like those of the same run', () =>
    fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 30 }), async (all, size) => {
        const chunks = chunksOf(rowsOf(all), size)
        const verified = await Promise.all(chunks.map((rows) => verifyChunk(rows, workWith(judgedOf))))
        const kept = createOutcomes(all.length)
        const inOneRun = verified.map((chunk) => settleChunk(chunk, kept, { sandbox: false }))
        for (const [index, chunk] of verified.entries()) {
          const read = createOutcomes(all.length)
          for (const { results } of inOneRun.slice(0, index)) read.addColumns(JSON.parse(JSON.stringify(results)))
          expect(settleChunk(chunk, read, { sandbox: false })).toStrictEqual(inOneRun[index])
        }
      }),
    ))

  test('refuses a row that repeats one not added yet', () => {
    const rows = rowsOf(['v1@x.org'])
    const chunk = {
      rows,
      outcomes: [{ sameAs: 7 }],
      steps: undefined,
      lists: undefined,
      poolLookUps: 0,
      shared: [],
      durationMs: 1,
    }
    expect(() => settleChunk(chunk, createOutcomes(10), { sandbox: false })).toThrow(RangeError)
  })
})
