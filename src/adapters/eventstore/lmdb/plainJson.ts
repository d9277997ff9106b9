/**
 * Returns what `JSON.parse(JSON.stringify(value))` returns, in a quarter of the time for the plain data of events:
 * subscribers in this process get exactly what a later read of the log returns, unaffected by changes of the caller.
 */
export function plainJson(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value !== 'object') return undefined
  if (Array.isArray(value)) return copyOfList(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (
    (prototype !== Object.prototype && prototype !== null) ||
    'toJSON' in value ||
    Object.hasOwn(value, '__proto__')
  ) {
    return reparsed(value)
  }
  return copyOf(value)
}

/** A loop takes a quarter of the time of `Array.from`, and JSON has null for what an array lacks. */
function copyOfList(list: readonly unknown[]): unknown[] {
  const copy: unknown[] = []
  for (let at = 0; at < list.length; at++) copy.push(plainJson(list[at]) ?? null)
  return copy
}

/** A copy by spread has the hidden class of the original, which makes copying and later reads fast. */
function copyOf(value: object): object {
  const copy: Record<string | symbol, unknown> = { ...value }
  for (const key in copy) {
    const member = copy[key]
    if (isUnchangedByJson(member)) continue
    const plain = plainJson(member)
    if (plain === undefined) delete copy[key]
    else copy[key] = plain
  }
  for (const symbol of Object.getOwnPropertySymbols(copy)) delete copy[symbol]
  return copy
}

/** Whether JSON preserves a value as it is; true of nearly all members of events. */
const isUnchangedByJson = (member: unknown): boolean =>
  typeof member === 'string' ||
  typeof member === 'boolean' ||
  member === null ||
  (typeof member === 'number' && Number.isFinite(member) && !Object.is(member, -0))

function reparsed(value: object): unknown {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? undefined : JSON.parse(text)
}
