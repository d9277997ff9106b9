import type { Tally } from './attackOrder.js'
import type { Measured } from './measured.js'

const HEAD = [
  'Attack',
  'Attacker was answered',
  'verify p50 / p99 / max, ms',
  'quiet p99, ms',
  'failed',
  'webhook p50 / max, ms',
  'event loop p99 / max late, ms',
  'descriptors before / most / after',
  'back after, s',
  'memory quiet / most, MB',
  'disk, GB a day',
]
const MOST_OUTCOMES = 4
const MB = 1_000_000
const DAY_SECONDS = 86_400

/** The measurements as a Markdown table. */
export const tableOf = (all: readonly Measured[]): string =>
  [HEAD, HEAD.map(() => '---'), ...all.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function rowOf({ name, outcome }: Measured): string[] {
  if (outcome.kind === 'not carried out') return [`\`${name}\``, outcome.why, ...HEAD.slice(2).map(() => '')]
  const { tally, quiet, during, lag, answersAfter, descriptors, memory, diskPerSecond } = outcome
  const { verify, webhooks } = during
  const times = quiet.verify.p99 > 0 ? ` (${(verify.p99 / quiet.verify.p99).toFixed(1)} ×)` : ''
  return [
    `\`${name}\``,
    answersOf(tally),
    `${verify.p50} / **${verify.p99}** / ${verify.max}`,
    `${quiet.verify.p99}${times}`,
    `${verify.failed} of ${verify.count}`,
    `${webhooks.p50} / **${webhooks.max}**${webhooks.missing > 0 ? ` (${webhooks.missing} of ${webhooks.sent} not arrived)` : ''}`,
    lag ? `${lag.p99} / ${lag.max}` : 'no answer',
    `${descriptors.before} / ${descriptors.most} / ${descriptors.after}`,
    descriptors.backMs === undefined ? 'never' : `${Math.round(descriptors.backMs / 100) / 10}`,
    `${Math.round(memory.quiet / MB)} / ${Math.round(memory.most / MB)}`,
    answersAfter ? `${((Math.max(0, diskPerSecond) * DAY_SECONDS) / 1e9).toFixed(1)}` : '**service stopped**',
  ]
}

/** The most frequent ones. */
function answersOf(tally: Tally): string {
  const sorted = Object.entries(tally).sort(([, one], [, other]) => other - one)
  return sorted.length === 0
    ? 'nothing'
    : sorted
        .slice(0, MOST_OUTCOMES)
        .map(([outcome, count]) => `${count} × ${outcome}`)
        .join(', ')
}
