/** Approximate length of a JSON value as text: the client returns values without their length. */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) size += 1 + jsonSize(item)
    return size
  }
  for (const name in value) size += 4 + name.length + jsonSize((value as Record<string, unknown>)[name])
  return size
}
