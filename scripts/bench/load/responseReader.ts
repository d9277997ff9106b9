export interface HttpResponse {
  readonly status: number
  readonly body: Buffer
}

const HEADERS_END = Buffer.from('\r\n\r\n')
const CONTENT_LENGTH = Buffer.from('\r\nContent-Length: ')
const STATUS_OFFSET = 'HTTP/1.1 '.length

/**
 * Parses the responses on one connection that carries one request at a time. Call the reader with each chunk; it
 * returns the response once that is complete. Supports responses with a Content-Length only. @throws Error on others
 */
export function createResponseReader(): (chunk: Buffer) => HttpResponse | undefined {
  let chunks: Buffer[] = []
  let size = 0
  let bodyStart = 0
  let end = 0

  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (end === 0) {
      if (chunks.length > 1) chunks = [Buffer.concat(chunks)]
      const bytes = chunks[0]!
      const headersEnd = bytes.indexOf(HEADERS_END)
      if (headersEnd < 0) return undefined
      bodyStart = headersEnd + HEADERS_END.length
      end = bodyStart + contentLength(bytes, headersEnd)
    }
    if (size < end) return undefined
    if (size > end) throw new Error('A response is longer than its Content-Length.')
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    const status = Number(bytes.toString('latin1', STATUS_OFFSET, STATUS_OFFSET + 3))
    const body = bytes.subarray(bodyStart)
    chunks = []
    size = 0
    end = 0
    return { status, body }
  }
}

function contentLength(bytes: Buffer, headersEnd: number): number {
  const start = bytes.indexOf(CONTENT_LENGTH)
  if (start < 0 || start > headersEnd)
    throw new Error(`A response has no Content-Length: ${bytes.toString('latin1', 0, headersEnd)}`)
  let length = 0
  for (let index = start + CONTENT_LENGTH.length; bytes[index]! >= 0x30; index++)
    length = length * 10 + bytes[index]! - 0x30
  return length
}
