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
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = plainJson((value as Record<string, unknown>)[key])
    if (member !== undefined) copy[key] = member
  }
  return copy
}

function throughText(value: object): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}
