// The multipart form of an upload, streamed.
import type { Timeout } from './timeout.js'

type Piece = Uint8Array | string

/**
 * The content of a file. A stream can be sent only once, so the upload is not repeated after a network failure; a
 * function that opens the stream is called for every attempt.
 */
export type FileContent =
  | Blob
  | Piece
  | ReadableStream<Uint8Array>
  | AsyncIterable<Piece>
  | (() => ReadableStream<Uint8Array> | AsyncIterable<Piece>)

interface Form {
  readonly headers: Readonly<Record<string, string>>
  /** Whether the content can be read once only. */
  readonly isStream: boolean
  body(timeout: Pick<Timeout, 'restart' | 'fail'>): Promise<RequestInit>
}

type Stream = ReadableStream<Uint8Array> | AsyncIterable<Piece>

const CRLF = '\r\n'

/** A multipart form (RFC 7578) with text fields and one file. */
export function createForm(fields: object, file: FileContent, fileName: string, boundary: string): Form {
  const part = (name: string) => `--${boundary}${CRLF}Content-Disposition: form-data; name="${escaped(name)}"`
  const parts = Object.entries(fields).map(([name, value]) => `${part(name)}${CRLF}${CRLF}${value}${CRLF}`)
  const before = `${parts.join('')}${part('file')}; filename="${escaped(fileName)}"${CRLF}Content-Type: text/csv${CRLF}${CRLF}`
  const after = `${CRLF}--${boundary}--${CRLF}`
  const inMemory = file instanceof Blob || file instanceof Uint8Array || typeof file === 'string'
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    isStream: !inMemory && typeof file !== 'function',
    async body(timeout) {
      if (inMemory) return { body: new Blob([before, file as Blob, after]) }
      const pieces = piecesOf(before, typeof file === 'function' ? file() : file, after, timeout)
      if (inBrowser()) return { body: new Blob(await collect(pieces)) }
      // `duplex` is required for streams (Fetch, "RequestInit"), and missing from some type declarations.
      return { body: streamOf(pieces), duplex: 'half' } as RequestInit
    },
  }
}

/** Browsers do not stream requests over HTTP/1.1. */
const inBrowser = (): boolean => 'document' in globalThis || 'importScripts' in globalThis

async function* piecesOf(
  before: string,
  file: Stream,
  after: string,
  { restart, fail }: Pick<Timeout, 'restart' | 'fail'>,
): AsyncGenerator<Piece, undefined> {
  yield before
  try {
    for await (const piece of 'getReader' in file ? readAll(file) : file) {
      yield piece
      restart()
    }
  } catch (error) {
    fail(error)
    throw error
  }
  yield after
}

async function collect(pieces: AsyncIterable<Piece>): Promise<Blob[]> {
  const all: Blob[] = []
  for await (const piece of pieces) all.push(piece as unknown as Blob)
  return all
}

function streamOf(pieces: AsyncGenerator<Piece, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

/** The pieces of a stream. Not every browser can iterate over a stream itself. */
export async function* readAll(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Escapes a name as browsers do (HTML, "multipart/form-data encoding algorithm"). */
const escaped = (name: string): string => name.replace(/[\n\r"]/g, (character) => encodeURIComponent(character))
