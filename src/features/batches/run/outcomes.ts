// The outcomes of a batch's rows so far, compact in memory.
import type { ResultColumns } from '../events.js'
import { outcomeAt } from './columns.js'
import type { Outcome } from './outcome.js'

const STATUSES = ['valid', 'invalid', 'unknown'] as const
const REASONS = [
  undefined,
  'syntax',
  'dns',
  'mx',
  'null_mx',
  'reserved_domain',
  'row_length',
  'known_bounce',
  'no_such_mailbox',
] as const

/**
 * The outcomes of a batch's rows so far, needed for rows that repeat an earlier one. Takes six bytes per row, four
 * more once any row has a suggestion, twelve more once the signal pool has answered for any row, and two more with rules.
 * `push` appends the next row; `at` returns any row added before.
 */
export function createOutcomes(total: number) {
  /** Flags in the low 8 bits, then 2 bits of status, then 4 of reason. */
  const codes = new Uint16Array(total)
  /** 1-based indexes into `names`; 0 = none. */
  const provider = new Uint16Array(total)
  const code = new Uint16Array(total)
  /** 1-based indexes into `domains`; 0 = none. Allocated for the first row that has one. */
  let meant: Uint32Array | undefined
  /** Confidence and number of accounts for rows answered by the pool; allocated for the first such row. */
  let pooled: { readonly confidence: Float64Array; readonly validations: Uint32Array } | undefined
  /** Rulings of the account's own rules; allocated for the first row that has one. */
  let ruling: Uint16Array | undefined
  /** Providers, codes of judgements and rulings: few distinct ones, because all come from lists and rules. */
  const names = createTable()
  /** Suggested domains: as many as rows, because the suggestion for a malformed address may have its own domain. */
  const domains = createTable()
  let size = 0

  function push(outcome: Outcome): void {
    codes[size] = outcome.flags | (STATUSES.indexOf(outcome.status) << 8) | (REASONS.indexOf(outcome.reason) << 10)
    if (outcome.provider !== undefined) provider[size] = names.indexOf(outcome.provider)
    if (outcome.code !== undefined) code[size] = names.indexOf(outcome.code)
    if (outcome.meant !== undefined) {
      meant ??= new Uint32Array(total)
      meant[size] = domains.indexOf(outcome.meant)
    }
    if (outcome.fromPool) {
      pooled ??= { confidence: new Float64Array(total), validations: new Uint32Array(total) }
      pooled.confidence[size] = outcome.fromPool.confidence
      pooled.validations[size] = outcome.fromPool.validations
    }
    if (outcome.ruling !== undefined) {
      ruling ??= new Uint16Array(total)
      ruling[size] = names.indexOf(outcome.ruling)
    }
    size++
  }

  return {
    push,
    addColumns(columns: ResultColumns): void {
      for (let row = 0; row < columns.status.length; row++) push(outcomeAt(columns, row))
    },
    at(row: number): Outcome {
      if (row >= size) throw new RangeError(`row ${row} has no outcome yet`)
      const bits = codes[row]!
      const validations = pooled?.validations[row]
      const ruled = ruling?.[row]
      return {
        status: STATUSES[(bits >> 8) & 3]!,
        reason: REASONS[bits >> 10],
        code: names.at(code[row]!),
        flags: bits & 0xff,
        provider: names.at(provider[row]!),
        meant: domains.at(meant?.[row] ?? 0),
        ...(ruled && { ruling: names.at(ruled)! }),
        ...(pooled && validations && { fromPool: { confidence: pooled.confidence[row]!, validations } }),
      }
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>

/** Distinct texts, each by its index from 1; there is none at 0. */
function createTable() {
  const texts: string[] = []
  const indexes = new Map<string, number>()
  return {
    indexOf(text: string): number {
      const known = indexes.get(text) ?? texts.push(text)
      indexes.set(text, known)
      return known
    },
    at: (index: number): string | undefined => texts[index - 1],
  }
}
