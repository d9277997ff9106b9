/** The value itself, all of it made unchangeable: whoever writes to what is not theirs throws. */
export function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) frozen(member)
  }
  return value
}
