const NAME = /^[A-Za-z0-9._-]{1,100}$/

export const isName = (name: string): boolean => NAME.test(name)

/** Refused before any path or query is made of it. */
export function checkName(name: string): void {
  if (!isName(name)) throw new RangeError('a blob’s name is 1 to 100 of A-Z, a-z, 0-9, dot, underscore and hyphen')
}

export function checkOffset(from: number): void {
  if (!Number.isSafeInteger(from) || from < 0) throw new RangeError(`${from} is no offset`)
}

/** Writes content and says how many bytes it had. */
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
