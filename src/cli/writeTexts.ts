import type { Writable } from 'node:stream'

/** Writes texts, or bytes, with backpressure. Returns quietly when the reader closes the pipe (EPIPE), as `head` does. */
export async function writeTexts(texts: AsyncIterable<string | Buffer>, out: Writable): Promise<void> {
  let broken: NodeJS.ErrnoException | undefined
  let resume = () => {}
  const note = (error: Error) => {
    broken ??= error
  }
  out.on('error', note)
  const wake = () => resume()
  const events = ['drain', 'error', 'close'] as const
  for (const event of events) out.on(event, wake)
  try {
    for await (const text of texts) {
      const accepted = out.writable && out.write(text)
      if (!accepted && out.writable) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
      if (!out.writable) break
    }
    if (out.writable) await new Promise<void>((resolve) => out.write('', () => resolve()))
  } finally {
    for (const event of events) out.off(event, wake)
    // If the pipe breaks while the last text is being flushed, the stream says so after it has called back.
    setImmediate(() => out.off('error', note))
  }
  if (broken && broken.code !== 'EPIPE') throw broken
}
