// Prints measurements as a Markdown table.
import type { Tally } from './attackOrder.js'
import { type Marks, medianOf, problemsOf, timesOf } from './marks.js'
import type { CarriedOut, Measured } from './measured.js'

const HEADINGS = [
  'Attack',
  'Sent, Mbit/s',
  'Responses to the attacker',
  "others' p99 / quiet, ms, each run",
  'median p99, ms',
  'failed',
  "key's owner: failed, left",
  'mailboxes unanswered',
  'webhook, ms',
  'cores',
  'memory before / most / after, MB',
  'held before / during / after, MB',
  'descriptors before / most / after',
  'back after, s',
  'disk, GB a day',
  'Kept',
]
const MAX_OUTCOMES = 3
const MB = 1_000_000
const DAY_SECONDS = 86_400

/** One row for each attack: the extremes of its runs, and every run's latency. @param all runs of one attack together */
export const tableOf = (all: readonly (readonly Measured[])[], marks: Marks): string =>
  [HEADINGS, HEADINGS.map(() => '---'), ...all.map((runs) => rowOf(runs, marks))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** Mbit/s that an attacker has sent. */
export const rateOf = ({ sent, seconds }: CarriedOut): number => (sent.bytes * 8) / 1e6 / seconds

function rowOf(runs: readonly Measured[], marks: Marks): string[] {
  const { attack } = runs[0]!
  const outcomes = runs.flatMap(({ outcome }) => (outcome.kind === 'carried out' ? [outcome] : []))
  const isKept = problemsOf(runs, marks).length === 0
  const median = medianOf(runs)
  if (!median)
    return [`\`${attack}\``, ...HEADINGS.slice(2).map((_, at) => (at === 1 ? 'not carried out' : '')), '**no**']
  const most = (of: (outcome: CarriedOut) => number) => Math.max(...outcomes.map(of))
  const course = (name: 'memory' | 'held' | 'descriptors', unit = 1) =>
    (['before', 'most', 'after'] as const)
      .map((when) => Math.round(most(({ [name]: of }) => of[when]) / unit))
      .join(' / ')
  const times = ({ quiet, during }: CarriedOut) => `${during.verify.p99} / ${quiet.verify.p99}`
  const back = outcomes.map(({ memory, descriptors }) => (descriptors.backMs === undefined ? undefined : memory.backMs))
  return [
    `\`${attack}\``,
    most(rateOf).toFixed(1),
    describeTally(outcomes.at(-1)!.tally),
    outcomes.map((outcome) => `${times(outcome)} (${timesOf(outcome).toFixed(1)} ×)`).join(', '),
    `**${median.p99}** (${median.times.toFixed(1)} ×)`,
    `${most(({ during }) => during.verify.failed)} of ${outcomes[0]!.during.verify.count}`,
    ownersOf(outcomes),
    `${most(({ during }) => during.mailboxes.failed)} of ${outcomes[0]!.during.mailboxes.count}`,
    `${most(({ during }) => during.webhooks.max)}`,
    most(({ cpu }) => cpu.during).toFixed(1),
    course('memory', MB),
    course('held', MB),
    course('descriptors'),
    back.includes(undefined) ? '**not**' : (Math.max(...(back as number[])) / 1_000).toFixed(1),
    outcomes.every(({ answersAfter }) => answersAfter)
      ? (
          (Math.max(
            0,
            most(({ diskPerSecond }) => diskPerSecond),
          ) *
            DAY_SECONDS) /
          1e9
        ).toFixed(1)
      : '**service stopped**',
    isKept ? 'yes' : '**no**',
  ]
}

function ownersOf(outcomes: readonly CarriedOut[]): string {
  const owners = outcomes.flatMap(({ owner }) => owner ?? [])
  if (owners.length === 0) return '–'
  const failed = Math.max(...owners.map((owner) => owner.failed))
  return `${failed} of ${owners[0]!.count}, ${Math.floor(100 * Math.min(...owners.map(({ left }) => left)))} %`
}

/** The most frequent responses. */
function describeTally(tally: Tally): string {
  const sorted = Object.entries(tally).sort(([, a], [, b]) => b - a)
  return sorted.length === 0
    ? 'none'
    : sorted
        .slice(0, MAX_OUTCOMES)
        .map(([outcome, count]) => `${count} × ${outcome}`)
        .join(', ')
}
