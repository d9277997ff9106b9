/** A cursor's position: the values of the index members that the query leaves open, each with its length. */
export function encodeCursorValues(values: readonly string[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.allocUnsafe(2 + value.length)
      bytes.writeUInt16BE(value.length)
      bytes.write(value, 2, 'latin1')
      return bytes
    }),
  )
}

/** @throws RangeError when the bytes are not exactly `count` values */
export function decodeCursorValues(bytes: Buffer, count: number): string[] {
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
