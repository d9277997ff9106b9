// What callers saw of a disturbed cluster in each second, as a table.
import { isGood, type RequestRecord } from '../faults/requestRecords.js'

/** Something that happened, in `performance.now()` milliseconds. */
export interface Happened {
  readonly at: number
  readonly what: string
}

const HEADINGS = ['Second', 'Verified', '502 or 503', 'Others', 'Slowest, ms', 'Ready', 'Meanwhile']
const SECOND_MS = 1_000

/** Only the seconds around what happened, and those in which something failed. */
export function secondsOf(records: readonly RequestRecord[], happened: readonly Happened[]): string {
  const from = records[0]?.from ?? 0
  const secondOf = (at: number) => Math.floor((at - from) / SECOND_MS)
  const rows = new Map<number, RequestRecord[]>()
  for (const record of records) rows.set(secondOf(record.to), [...(rows.get(secondOf(record.to)) ?? []), record])
  const shown = [...rows]
    .sort(([one], [other]) => one - other)
    .filter(([second, all]) => !all.every(isGood) || happened.some(({ at }) => Math.abs(secondOf(at) - second) <= 1))
  const lines = shown.map(([second, all]) => {
    const verified = all.filter(({ what }) => what === 'verifyEmail' || what === 'verifyEmailSignals')
    const failed = all.filter(({ status }) => status === 502 || status === 503)
    const ready = all.filter(({ what }) => what === 'getReadiness')
    return [
      second,
      verified.filter(isGood).length,
      failed.length,
      all.filter((record) => !isGood(record) && !failed.includes(record)).length,
      Math.round(Math.max(...all.map((record) => record.to - record.from))),
      ready.length === 0 ? '' : ready.every(isGood) ? 'yes' : ready.some(isGood) ? 'in part' : 'no',
      happened
        .filter(({ at }) => secondOf(at) === second)
        .map(({ what }) => what)
        .join(', '),
    ]
  })
  return [HEADINGS, HEADINGS.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
