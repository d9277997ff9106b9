/** Bytes that differ everywhere, so that no two pieces are equal. */
export function bytes(length: number, seed = 1): Buffer {
  const content = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) content.writeUInt32LE((at ^ Math.imul(seed, 0x9e3779b9)) >>> 0, at)
  return content
}

/** Content as it arrives over a network: in pieces of these sizes, used cyclically. */
export async function* inPieces(content: Uint8Array, ...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < content.length; turn++) {
    const size = sizes[turn % sizes.length] || 1
    yield content.subarray(at, at + size)
    at += size
  }
}

/** Content that fails after its last byte. */
export async function* endingWith(error: Error, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* content
  throw error
}

export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(Uint8Array.prototype.slice.call(piece))
  return Buffer.concat(pieces)
}
