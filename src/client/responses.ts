// Reads responses for the client: JSON, streams, and newline-delimited JSON.
import { readJson } from './errors.js'
import { readAll } from './multipart.js'
import type { Timeout } from './timeout.js'

const textOf = async (response: Response, timeout: Timeout): Promise<string> => {
  const text = await response.text()
  timeout.end()
  return text
}

const jsonOf = async (response: Response, timeout: Timeout): Promise<unknown> =>
  readJson(await textOf(response, timeout), response.status)

/** The body as it arrives. Its time runs only while a piece is awaited. */
async function streamOf({ body }: Response, timeout: Timeout): Promise<ReadableStream<Uint8Array>> {
  timeout.pause()
  const reader = body!.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      timeout.restart()
      try {
        const { done, value } = await reader.read()
        timeout.pause()
        if (!done) return controller.enqueue(value)
        controller.close()
      } catch (error) {
        controller.error(timeout.explain(error))
      }
      timeout.end()
    },
    cancel(reason) {
      timeout.end()
      return reader.cancel(reason)
    },
  })
}

const piecesOf = async (response: Response, timeout: Timeout): Promise<AsyncGenerator<string, undefined>> =>
  decoded(await streamOf(response, timeout))

async function* decoded(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  for await (const piece of readAll(stream)) yield decoder.decode(piece, { stream: true })
}

const linesOf = async (response: Response, timeout: Timeout): Promise<AsyncGenerator<unknown, undefined>> =>
  parseLines(await piecesOf(response, timeout))

/** The values of newline-delimited JSON. */
export async function* parseLines(pieces: AsyncIterable<string>): AsyncGenerator<unknown, undefined> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) yield readJson(line)
  }
  if (rest) yield readJson(rest)
}

/** How the response of an operation is read, by its mark in the table of operations. */
export const READERS = { json: jsonOf, text: textOf, csv: streamOf, lines: linesOf, pieces: piecesOf }
