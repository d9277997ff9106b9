/**
 * What `JSON.parse(JSON.stringify(value))` would give, in a quarter of the time for the plain data that events carry:
 * subscribers in this process see exactly what a later reading of the log gives, and nothing that the caller changes.
 */
export function plainJson(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) return Array.from(value, (item) => plainJson(item) ?? null)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (
    (prototype !== Object.prototype && prototype !== null) ||
    'toJSON' in value ||
    Object.hasOwn(value, '__proto__')
  ) {
    return throughText(value)
  }
  if (isFlat(value)) return { ...value }
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = plainJson((value as Record<string, unknown>)[key])
    if (member !== undefined) copy[key] = member
  }
  return copy
}

/**
 * Whether an object holds nothing but what JSON takes as it is, so that a shallow copy is a whole one: as most events
 * do. The copy has the hidden class of the original, which makes it, and every later reading of it, fast.
 */
function isFlat(value: object): boolean {
  for (const key in value) {
    const member: unknown = (value as Record<string, unknown>)[key]
    const asItIs =
      member === null ||
      typeof member === 'string' ||
      typeof member === 'boolean' ||
      (typeof member === 'number' && Number.isFinite(member) && !Object.is(member, -0))
    if (!asItIs) return false
  }
  return Object.getOwnPropertySymbols(value).length === 0
}

function throughText(value: object): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}
