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
  return copyOf(value)
}

/** A copy has the hidden class of the original, which makes it, and every later reading of it, fast. */
function copyOf(value: object): object {
  const copy: Record<string | symbol, unknown> = { ...value }
  for (const key in copy) {
    const member = copy[key]
    if (isAsItIs(member)) continue
    const plain = plainJson(member)
    if (plain === undefined) delete copy[key]
    else copy[key] = plain
  }
  for (const symbol of Object.getOwnPropertySymbols(copy)) delete copy[symbol]
  return copy
}

/** What JSON takes as it is, as nearly all members of events are. */
const isAsItIs = (member: unknown): boolean =>
  typeof member === 'string' ||
  typeof member === 'boolean' ||
  member === null ||
  (typeof member === 'number' && Number.isFinite(member) && !Object.is(member, -0))

function throughText(value: object): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}
