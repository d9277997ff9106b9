import type { ProcessReport } from './run.js'

const HEADINGS = ['Process', 'Probes', 'Not ready, s', 'Slowest recovery, s', 'MongoDB clients replaced']

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1)

/** The processes as a Markdown table. */
export const tableOf = (processes: readonly ProcessReport[]): string =>
  [HEADINGS, HEADINGS.map(() => '---'), ...processes.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const rowOf = ({ process, probes, notReadyMs, slowestMs, replacements }: ProcessReport): string[] => [
  process,
  String(probes),
  seconds(notReadyMs),
  seconds(slowestMs),
  String(replacements),
]
