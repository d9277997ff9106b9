// Files of JSON lines, compressed with gzip, which every system can read.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { syncPath } from '../../adapters/dataDirectory/syncPath.js'

/** Writes a file that is on disk when this resolves. @returns the number of lines */
export async function writeLines(path: string, values: AsyncIterable<object>): Promise<number> {
  let count = 0
  async function* lines() {
    for await (const value of values) {
      count++
      yield `${JSON.stringify(value)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  await syncPath(path)
  return count
}

/** The values in a file. @throws Error when it cannot be read, is truncated or damaged */
export async function* readLines<T>(path: string): AsyncGenerator<T, void> {
  const text = createGunzip()
  // Errors of the file do not pass through the pipe; those of gunzip end the iteration.
  const file = createReadStream(path).on('error', (error) => text.destroy(error))
  const lines = createInterface({ input: file.pipe(text), crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) yield JSON.parse(line)
  } finally {
    file.destroy()
    text.destroy()
  }
}
