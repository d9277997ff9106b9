/** Numbers of distinct values, from 0, in the order in which they first come. */
export interface Numbering<T> {
  /** The number of a value; a new one gets the next. */
  of(value: T): number
  /** The values in the order of their numbers. */
  values(): T[]
}

export function createNumbering<T>(): Numbering<T> {
  const numbers = new Map<T, number>()
  return {
    of(value) {
      const known = numbers.get(value)
      if (known !== undefined) return known
      numbers.set(value, numbers.size)
      return numbers.size - 1
    },
    values: () => [...numbers.keys()],
  }
}
