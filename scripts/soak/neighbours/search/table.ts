// Prints what a search has found.
import type { CarriedOut } from '../measured.js'
import { nameOf } from '../point/point.js'
import { rateOf } from '../table.js'
import { costOf, worstOf } from './score.js'
import type { Tried } from './search.js'

const HEADINGS = [
  'Attack',
  'Score',
  'What it costs most',
  'Sent, Mbit/s',
  "others' p99 / quiet, ms",
  'failed',
  'cores',
  'memory grew by, MB',
  'held more, MB',
  'alive',
]
const MB = 1_000_000

/** The points of a search as a Markdown table. */
export const searchTableOf = (all: readonly Tried[]): string =>
  [HEADINGS, HEADINGS.map(() => '---'), ...all.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** One point as a line for people who watch the search. */
export function lineOf({ point, measured: { outcome }, score, by }: Tried, seed: number): string {
  const what =
    outcome.kind === 'carried out' ? `${worstOf(costOf(outcome))}, ${figuresOf(outcome).join(', ')}` : outcome.why
  return `seed ${seed}, ${by}: ${score.toFixed(2)}  ${nameOf(point)}  (${what})`
}

function rowOf({ point, measured: { outcome }, score }: Tried): string[] {
  const name = `\`${nameOf(point)}\``
  if (outcome.kind === 'not carried out') return [name, '0', outcome.why, ...HEADINGS.slice(3).map(() => '')]
  return [name, score.toFixed(1), worstOf(costOf(outcome)), ...figuresOf(outcome)]
}

function figuresOf(outcome: CarriedOut): string[] {
  const { quiet, during, cpu, memory, held, answersAfter } = outcome
  return [
    rateOf(outcome).toFixed(1),
    `${during.verify.p99} / ${quiet.verify.p99}`,
    `${during.verify.failed} of ${during.verify.count}`,
    cpu.during.toFixed(1),
    `${Math.round((memory.most - memory.before) / MB)}`,
    `${Math.round((held.most - held.before) / MB)}`,
    answersAfter ? 'yes' : '**no**',
  ]
}
