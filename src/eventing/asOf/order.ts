import type { IndexValue } from '../../kernel/ports/documentStore.js'

const FIRST_SURROGATE = 0xd800
const AFTER_SURROGATES = 0xe000

/**
 * Compares text by code point, as document stores do. JavaScript compares code units, which sorts surrogates too early.
 */
function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at++) {
    const one = a.charCodeAt(at)
    const other = b.charCodeAt(at)
    if (one !== other) return rankOf(one) - rankOf(other)
  }
  return a.length - b.length
}

/** Rank of a code unit in code point order: surrogates sort after all other code units. */
function rankOf(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit
  return unit < AFTER_SURROGATES ? unit + 0x10000 : unit
}

/** Compares values as document stores do: numbers before strings before booleans, false before true. */
export function compareValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return typeRank(a) - typeRank(b) || Number(a) - Number(b)
}

const TYPES = ['number', 'string', 'boolean']

const typeRank = (value: IndexValue): number => TYPES.indexOf(typeof value)
