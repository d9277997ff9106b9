import { expect, test } from '@jest/globals'
import { FULL, problemsOf } from '../../scripts/soak/neighbours/marks.js'
import type { Measured } from '../../scripts/soak/neighbours/measured.js'

interface Figures {
  readonly p99?: number
  readonly quietP99?: number
  readonly failed?: number
  readonly webhookMs?: number
  readonly descriptorsBackMs?: number | undefined
}

function run(figures: Figures = {}): Measured {
  const { p99 = 8, quietP99 = 7, failed = 0, webhookMs = 20 } = figures
  const served = (ms: number) => ({
    verify: { count: 1_500, failed, p50: 2, p99: ms, max: ms },
    webhooks: { sent: 30, refused: 0, missing: 0, p50: 10, max: webhookMs },
  })
  return {
    name: 'an-attack',
    summary: '',
    outcome: {
      kind: 'carried out',
      tally: {},
      quiet: served(quietP99),
      during: served(p99),
      lag: undefined,
      answersAfter: true,
      descriptors: {
        before: 70,
        most: 90,
        after: 71,
        backMs: 'descriptorsBackMs' in figures ? figures.descriptorsBackMs : 0,
      },
      memory: { quiet: 0, most: 0 },
      diskPerSecond: 0,
    },
  }
}

const fast = run()
const slow = run({ p99: 40 })

test.each([
  { runs: [fast], slowRuns: 0 },
  { runs: [slow], slowRuns: 1 },
  { runs: [slow, fast, fast], slowRuns: 0 },
  { runs: [slow, fast, slow], slowRuns: 2 },
])('an attack exceeds the limit of latency if most of its runs do: %#', ({ runs, slowRuns }) => {
  expect(problemsOf(runs, FULL)).toEqual(
    Array(slowRuns).fill("an-attack: p99 of others' verifications was 40 ms, quiet 7 ms; allowed 25 ms"),
  )
})

test.each([
  { why: 'up to 25 ms', p99: 25, quietP99: 2 },
  { why: 'up to three times the quiet one', p99: 60, quietP99: 20 },
])('a p99 $why passes', ({ p99, quietP99 }) => {
  expect(problemsOf([run({ p99, quietP99 })], FULL)).toEqual([])
})

test('a p99 over 300 ms is never allowed', () => {
  expect(problemsOf([run({ p99: 301, quietP99: 200 })], FULL)).toHaveLength(1)
})

test.each([
  { what: 'a failed request of others', figures: { failed: 1 } },
  { what: 'a late webhook', figures: { webhookMs: 2_001 } },
  { what: 'descriptors that are not released', figures: { descriptorsBackMs: undefined } },
])('$what counts in any run', ({ figures }) => {
  expect(problemsOf([slow, fast, run(figures)], FULL)).toHaveLength(1)
})
