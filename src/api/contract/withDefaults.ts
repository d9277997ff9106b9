/**
 * Converts `x-default` of request fields to JSON Schema's `default`. The published contract uses the extension because
 * code generators make fields with a `default` required, although callers may omit them.
 * @param part of the contract, such as a schema; it is not changed
 */
export function withDefaults<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withDefaults) as T
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).map(([name, member]) => [
    name === 'x-default' ? 'default' : name,
    withDefaults(member),
  ])
  return Object.fromEntries(members) as T
}
