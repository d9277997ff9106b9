import type { ResultColumns } from '../events.js'
import { outcomeAt } from './columns.js'
import type { Outcome } from './outcome.js'

const STATUSES = ['valid', 'invalid', 'unknown'] as const
const REASONS = [undefined, 'syntax', 'dns', 'mx', 'null_mx', 'reserved_domain'] as const

/**
 * The outcomes of a batch's rows so far, for rows that repeat an earlier one: six bytes a row, and twelve more once the
 * signal pool has answered for any. `push` appends the next
 * row, `at` answers for any that was added.
 */
export function createOutcomes(total: number) {
  /** Flags in the low 8 bits, then 2 bits of status, then 3 of reason. */
  const codes = new Uint16Array(total)
  /** Places in `names`, from 1; 0 = none. */
  const provider = new Uint16Array(total)
  const meant = new Uint16Array(total)
  /** Confidence and accounts, where the pool answered; made when it first does. */
  let pooled: { readonly confidence: Float64Array; readonly validations: Uint32Array } | undefined
  /** Providers and domains that were meant: few, because both come from our own lists. */
  const names: string[] = []
  const places = new Map<string, number>()
  let size = 0

  const placeOf = (name: string): number => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, names.push(name))
    return names.length
  }

  function push(outcome: Outcome): void {
    codes[size] = outcome.flags | (STATUSES.indexOf(outcome.status) << 8) | (REASONS.indexOf(outcome.reason) << 10)
    if (outcome.provider !== undefined) provider[size] = placeOf(outcome.provider)
    if (outcome.meant !== undefined) meant[size] = placeOf(outcome.meant)
    if (outcome.fromPool) {
      pooled ??= { confidence: new Float64Array(total), validations: new Uint32Array(total) }
      pooled.confidence[size] = outcome.fromPool.confidence
      pooled.validations[size] = outcome.fromPool.validations
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
      const code = codes[row]!
      const validations = pooled?.validations[row]
      return {
        status: STATUSES[(code >> 8) & 3]!,
        reason: REASONS[code >> 10],
        flags: code & 0xff,
        provider: names[provider[row]! - 1],
        meant: names[meant[row]! - 1],
        ...(pooled && validations && { fromPool: { confidence: pooled.confidence[row]!, validations } }),
      }
    },
  }
}

export type Outcomes = ReturnType<typeof createOutcomes>
