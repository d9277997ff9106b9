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
 * The outcomes of a batch's rows so far, needed for rows that repeat an earlier one. Takes eight bytes per row, twelve
 * more once the signal pool has answered for any row, and two more with rules. `push` appends the next row; `at` returns any row added before.
 */
export function createOutcomes(total: number) {
  /** Flags in the low 8 bits, then 2 bits of status, then 4 of reason. */
  const codes = new Uint16Array(total)
  /** 1-based indexes into `names`; 0 = none. */
  const provider = new Uint16Array(total)
  const meant = new Uint16Array(total)
  const code = new Uint16Array(total)
  /** Confidence and number of accounts for rows answered by the pool; allocated for the first such row. */
  let pooled: { readonly confidence: Float64Array; readonly validations: Uint32Array } | undefined
  /** Rulings of the account's own rules; allocated for the first row that has one. */
  let ruling: Uint16Array | undefined
  /** Providers, suggested domains, codes of judgements and rulings: few distinct ones, because all come from our own lists. */
  const names: string[] = []
  const nameIndexes = new Map<string, number>()
  let size = 0

  const nameIndexOf = (name: string): number => {
    const known = nameIndexes.get(name)
    if (known !== undefined) return known
    nameIndexes.set(name, names.push(name))
    return names.length
  }

  function push(outcome: Outcome): void {
    codes[size] = outcome.flags | (STATUSES.indexOf(outcome.status) << 8) | (REASONS.indexOf(outcome.reason) << 10)
    if (outcome.provider !== undefined) provider[size] = nameIndexOf(outcome.provider)
    if (outcome.code !== undefined) code[size] = nameIndexOf(outcome.code)
    if (outcome.meant !== undefined) meant[size] = nameIndexOf(outcome.meant)
    if (outcome.fromPool) {
      pooled ??= { confidence: new Float64Array(total), validations: new Uint32Array(total) }
      pooled.confidence[size] = outcome.fromPool.confidence
      pooled.validations[size] = outcome.fromPool.validations
    }
    if (outcome.ruling !== undefined) {
      ruling ??= new Uint16Array(total)
      ruling[size] = nameIndexOf(outcome.ruling)
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
        code: names[code[row]! - 1],
        flags: bits & 0xff,
        provider: names[provider[row]! - 1],
        meant: names[meant[row]! - 1],
        ...(ruled && { ruling: names[ruled - 1]! }),
        ...(pooled && validations && { fromPool: { confidence: pooled.confidence[row]!, validations } }),
      }
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>
