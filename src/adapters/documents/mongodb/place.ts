/** Where a page ended, as bytes: each value of the members that the question leaves open, behind its length. */
export function toPlace(values: readonly string[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.allocUnsafe(2 + value.length)
      bytes.writeUInt16BE(value.length)
      bytes.write(value, 2, 'latin1')
      return bytes
    }),
  )
}

/** @throws RangeError when these are not so many values */
export function fromPlace(bytes: Buffer, count: number): string[] {
  const values: string[] = []
  let at = 0
  while (values.length < count && at + 2 <= bytes.length) {
    const end = at + 2 + bytes.readUInt16BE(at)
    values.push(bytes.toString('latin1', at + 2, end))
    at = end
  }
  if (values.length !== count || at !== bytes.length) throw new RangeError('this cursor is malformed')
  return values
}
