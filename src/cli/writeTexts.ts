import type { Writable } from 'node:stream'

/** Writes texts as fast as they are taken, and no faster. When nobody takes them any more, as `head` does, it just ends. */
export async function writeTexts(texts: AsyncIterable<string>, out: Writable): Promise<void> {
  let broken: NodeJS.ErrnoException | undefined
  let goOn = () => {}
  // It stays: a pipe may break while the last text is on its way.
  out.on('error', (error) => {
    broken ??= error
  })
  const awaken = () => goOn()
  const events = ['drain', 'error', 'close'] as const
  for (const event of events) out.on(event, awaken)
  try {
    for await (const text of texts) {
      const taken = out.writable && out.write(text)
      if (!taken && out.writable) {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      }
      if (!out.writable) break
    }
    if (out.writable) await new Promise<void>((resolve) => out.write('', () => resolve()))
  } finally {
    for (const event of events) out.off(event, awaken)
  }
  if (broken && broken.code !== 'EPIPE') throw broken
}
