import type { ResultColumns } from '../events.js'
import type { Outcome } from './outcome.js'

const STATUS = { valid: 'v', invalid: 'i', unknown: 'u' } as const
const REASON = { syntax: 's', dns: 'd', mx: 'm', null_mx: 'n', reserved_domain: 'r' } as const

const inverse = <Name extends string, Letter extends string>(names: Record<Name, Letter>): Record<string, Name> =>
  Object.fromEntries(Object.entries(names).map(([name, letter]) => [letter, name]))

const STATUS_OF = inverse(STATUS)
const REASON_OF = inverse(REASON)

/** Outcomes of consecutive rows, as an event holds them. */
export function toColumns(outcomes: readonly Outcome[]): ResultColumns {
  let status = ''
  let reason = ''
  let flags = ''
  const places = new Map<string, number>()
  const provider: number[] = []
  const meant: { [row: string]: string } = {}
  for (const [row, outcome] of outcomes.entries()) {
    status += STATUS[outcome.status]
    reason += outcome.reason ? REASON[outcome.reason] : '-'
    flags += outcome.flags.toString(16).padStart(2, '0')
    const name = outcome.provider
    if (name !== undefined && !places.has(name)) places.set(name, places.size)
    provider.push(name === undefined ? -1 : places.get(name)!)
    if (outcome.meant !== undefined) meant[row] = outcome.meant
  }
  return { status, reason, flags, providers: [...places.keys()], provider, meant }
}

/** The outcome of one row. @param row its place in these columns */
export function outcomeAt({ status, reason, flags, providers, provider, meant }: ResultColumns, row: number): Outcome {
  return {
    status: STATUS_OF[status[row]!]!,
    reason: REASON_OF[reason[row]!],
    flags: Number.parseInt(flags.slice(2 * row, 2 * row + 2), 16),
    provider: providers[provider[row]!],
    meant: meant[row],
  }
}
