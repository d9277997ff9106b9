import type { Tally } from './attackOrder.js'
import type { Measured } from './measured.js'

const HEADINGS = [
  'Attack',
  'Responses to the attacker',
  'verify p50 / p99 / max, ms',
  'quiet p99, ms',
  'failed',
  'webhook p50 / max, ms',
  'event-loop delay p99 / max, ms',
  'descriptors before / max / after',
  'descriptors released after, s',
  'memory quiet / max, MB',
  'disk, GB per day',
]
const MAX_OUTCOMES = 4
const MB = 1_000_000
const DAY_SECONDS = 86_400

/** The measurements as a Markdown table. */
export const tableOf = (all: readonly Measured[]): string =>
  [HEADINGS, HEADINGS.map(() => '---'), ...all.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function rowOf({ name, outcome }: Measured): string[] {
  if (outcome.kind === 'not carried out') return [`\`${name}\``, outcome.why, ...HEADINGS.slice(2).map(() => '')]
  const { tally, quiet, during, lag, answersAfter, descriptors, memory, diskPerSecond } = outcome
  const { verify, webhooks } = during
  const times = quiet.verify.p99 > 0 ? ` (${(verify.p99 / quiet.verify.p99).toFixed(1)} ×)` : ''
  return [
    `\`${name}\``,
    describeTally(tally),
    `${verify.p50} / **${verify.p99}** / ${verify.max}`,
    `${quiet.verify.p99}${times}`,
    `${verify.failed} of ${verify.count}`,
    `${webhooks.p50} / **${webhooks.max}**${webhooks.missing > 0 ? ` (${webhooks.missing} of ${webhooks.sent} did not arrive)` : ''}`,
    lag ? `${lag.p99} / ${lag.max}` : 'no response',
    `${descriptors.before} / ${descriptors.most} / ${descriptors.after}`,
    descriptors.backMs === undefined ? 'never' : `${Math.round(descriptors.backMs / 100) / 10}`,
    `${Math.round(memory.quiet / MB)} / ${Math.round(memory.most / MB)}`,
    answersAfter ? `${((Math.max(0, diskPerSecond) * DAY_SECONDS) / 1e9).toFixed(1)}` : '**service stopped**',
  ]
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
