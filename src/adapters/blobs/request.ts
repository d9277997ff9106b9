const NAME = /^[A-Za-z0-9._-]{1,100}$/

export const isName = (name: string): boolean => NAME.test(name)

/** Checks a name before it becomes part of a path or query. @throws RangeError */
export function checkName(name: string): void {
  if (!isName(name))
    throw new RangeError('a blob’s name must be 1 to 100 characters of A-Z, a-z, 0-9, dot, underscore and hyphen')
}

export function checkOffset(from: number): void {
  if (!Number.isSafeInteger(from) || from < 0) throw new RangeError(`${from} is not an offset`)
}

/** Writes content. @returns its size in bytes */
export async function counting(
  content: AsyncIterable<Uint8Array>,
  write: (counted: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<number> {
  let size = 0
  async function* counted() {
    for await (const piece of content) {
      size += piece.length
      yield piece
    }
  }
  await write(counted())
  return size
}
