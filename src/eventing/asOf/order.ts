import type { IndexValue } from '../../kernel/ports/documentStore.js'

const FIRST_SURROGATE = 0xd800
const BEHIND_SURROGATES = 0xe000

/** As document stores sort text: by code point. JavaScript sorts by code unit, where surrogates come too early. */
export function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at++) {
    const one = a.charCodeAt(at)
    const other = b.charCodeAt(at)
    if (one !== other) return placeOf(one) - placeOf(other)
  }
  return a.length - b.length
}

/** Of a code unit among those that may stand at one place of two texts: surrogates behind all others. */
function placeOf(unit: number): number {
  if (unit < FIRST_SURROGATE) return unit
  return unit < BEHIND_SURROGATES ? unit + 0x10000 : unit
}

/** As document stores sort values: numbers before text before booleans, false before true. */
export function compareValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return kindOf(a) - kindOf(b) || Number(a) - Number(b)
}

const KINDS = ['number', 'string', 'boolean']

const kindOf = (value: IndexValue): number => KINDS.indexOf(typeof value)
