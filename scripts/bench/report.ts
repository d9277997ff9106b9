// Reports of benchmarks: tables, targets, and whether they are met.
import { availableParallelism, cpus } from 'node:os'
import pc from 'picocolors'
import { printTable } from '../../src/cli/output.js'

/** A figure with the bound that it must keep. */
export interface Target {
  readonly what: string
  readonly measured: number
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Report {
  readonly benchmark: string
  readonly settings: Readonly<Record<string, string | number>>
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  readonly targets: readonly Target[]
  readonly notes?: readonly string[]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Formats a figure with a sensible number of digits. */
export const figure = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : value >= 100 ? value.toFixed(0) : value.toFixed(2)

export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`

export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

const isMet = ({ measured, atLeast, atMost }: Target): boolean =>
  (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost)

/** The machine on which the benchmark runs. */
const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() }

/** Prints a report as text or JSON. @returns whether every target was met */
export function printReport(report: Report, json: boolean): boolean {
  const { benchmark, columns, rows, targets, notes = [] } = report
  const settings = { ...machine, ...report.settings }
  if (json) {
    const evaluated = targets.map((target) => ({ ...target, met: isMet(target) }))
    console.log(JSON.stringify({ ...report, settings, targets: evaluated }, undefined, 2))
    return targets.every(isMet)
  }
  console.log(`\n${pc.bold(benchmark)}`)
  for (const [name, value] of Object.entries(settings)) console.log(`  ${pc.dim(name.padEnd(14))} ${value}`)
  console.log('')
  printTable(
    columns,
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell))),
  )
  console.log('')
  for (const target of targets) {
    const bound = target.atLeast !== undefined ? `at least ${target.atLeast}` : `at most ${target.atMost}`
    const verdict = isMet(target) ? pc.green('met') : pc.red('MISSED')
    console.log(`  ${verdict}  ${target.what}: ${target.measured.toFixed(2)} (${bound})`)
  }
  for (const note of notes) console.log(`  ${pc.dim(note)}`)
  return targets.every(isMet)
}
