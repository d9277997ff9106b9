// How measurements of attacks are judged.
import { expect, test } from '@jest/globals'
import { FULL, medianOf, problemsOf } from '../../scripts/soak/neighbours/marks.js'
import type { Measured } from '../../scripts/soak/neighbours/measured.js'

interface Figures {
  readonly p99?: number
  readonly quietP99?: number
  readonly failed?: number
  readonly unanswered?: number
  readonly webhookMs?: number
  readonly answersAfter?: boolean
  readonly memory?: number
  readonly descriptorsBackMs?: number | undefined
  readonly memoryBackMs?: number | undefined
  readonly owner?: { readonly failed: number; readonly left: number }
}

function run(figures: Figures = {}): Measured {
  const {
    p99 = 8,
    quietP99 = 7,
    failed = 0,
    unanswered = 0,
    webhookMs = 20,
    answersAfter = true,
    memory = 300e6,
  } = figures
  const served = (ms: number) => ({
    verify: { count: 1_500, failed, p50: 2, p99: ms, max: ms },
    mailboxes: { count: 60, failed: unanswered },
    webhooks: { sent: 30, refused: 0, missing: 0, p50: 10, max: webhookMs },
  })
  const back = (name: 'descriptorsBackMs' | 'memoryBackMs') => ({ backMs: name in figures ? figures[name] : 0 })
  return {
    attack: 'an-attack',
    outcome: {
      kind: 'carried out',
      tally: {},
      sent: { bytes: 0, requests: 0, connections: 0 },
      seconds: 30,
      quiet: served(quietP99),
      during: served(p99),
      owner: figures.owner && { count: 150, ...figures.owner },
      lag: undefined,
      answersAfter,
      descriptors: { before: 70, most: 90, after: 71, ...back('descriptorsBackMs') },
      memory: { before: 200e6, most: memory, after: 210e6, ...back('memoryBackMs') },
      held: { before: 80e6, most: 90e6, after: 81e6 },
      cpu: { quiet: 0.1, during: 0.2 },
      diskPerSecond: 0,
    },
  }
}

const fast = run()
const slow = run({ p99: 40 })
const notCarriedOut: Measured = { attack: 'an-attack', outcome: { kind: 'not carried out', why: 'no account' } }

test.each([
  { runs: [fast, fast, fast], isSlow: false },
  { runs: [fast, slow, fast], isSlow: false },
  { runs: [slow, fast, fast], isSlow: false },
  { runs: [slow, fast, slow], isSlow: true },
  { runs: [fast, slow, slow], isSlow: true },
  { runs: [slow, slow, fast], isSlow: true },
  { runs: [fast, fast, slow, slow, slow], isSlow: true },
])('the median of all runs decides about latency, whichever came first: %#', ({ runs, isSlow }) => {
  expect(problemsOf(runs, FULL)).toEqual(
    isSlow
      ? [`an-attack: p99 of others' verifications was 40 ms, 5.7 times the quiet one (medians of ${runs.length} runs)`]
      : [],
  )
})

test('each run is compared with the quiet run of its own minute', () => {
  const stalledMinute = run({ p99: 90, quietP99: 60 })
  expect(medianOf([stalledMinute, stalledMinute, run({ p99: 90, quietP99: 10 })])).toEqual({ p99: 90, times: 1.5 })
  expect(problemsOf([stalledMinute, stalledMinute, run({ p99: 90, quietP99: 10 })], FULL)).toEqual([])
})

test.each([
  { why: 'up to 25 ms', p99: 25, quietP99: 2 },
  { why: 'up to three times the quiet one', p99: 60, quietP99: 20 },
])('a median $why passes', ({ p99, quietP99 }) => {
  expect(problemsOf([run({ p99, quietP99 })], FULL)).toEqual([])
})

test('an owner who is served, and keeps a quarter of the month, is what publishable keys promise', () => {
  expect(problemsOf([run({ owner: { failed: 0, left: 0.25 } })], FULL)).toEqual([])
})

test('a median over 300 ms is never allowed', () => {
  expect(problemsOf([run({ p99: 301, quietP99: 200 })], FULL)).toHaveLength(1)
})

test.each([
  { what: 'a failed request of others', bad: run({ failed: 1 }) },
  { what: 'a refused owner of an abused publishable key', bad: run({ owner: { failed: 1, left: 0.9 } }) },
  { what: 'an account that a publishable key used up', bad: run({ owner: { failed: 0, left: 0.24 } }) },
  { what: 'a question of others that no mail server answered', bad: run({ unanswered: 1 }) },
  { what: 'a late webhook', bad: run({ webhookMs: 2_001 }) },
  { what: 'a service that has stopped', bad: run({ answersAfter: false }) },
  { what: 'more than 600 MB of memory', bad: run({ memory: 601e6 }) },
  { what: 'descriptors that are not released', bad: run({ descriptorsBackMs: undefined }) },
  { what: 'memory that is not released', bad: run({ memoryBackMs: undefined }) },
  { what: 'an attack that could not be carried out', bad: notCarriedOut },
])('$what counts in any run', ({ bad }) => {
  for (const runs of [
    [bad, fast, fast],
    [fast, bad, fast],
    [fast, fast, bad],
  ])
    expect(problemsOf(runs, FULL)).toHaveLength(1)
})
