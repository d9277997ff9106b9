export interface HttpAnswer {
  readonly status: number
  readonly body: Buffer
}

const HEADERS_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\nContent-Length: ')
const STATUS_AT = 'HTTP/1.1 '.length

/**
 * Takes the bytes of one connection, on which one request at a time is under way, and tells when an answer is whole.
 * Knows answers with a Content-Length only. @throws Error on anything else
 */
export function createAnswerReader(): (chunk: Buffer) => HttpAnswer | undefined {
  let chunks: Buffer[] = []
  let size = 0
  let bodyAt = 0
  let end = 0

  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (end === 0) {
      if (chunks.length > 1) chunks = [Buffer.concat(chunks)]
      const bytes = chunks[0]!
      const headersEnd = bytes.indexOf(HEADERS_END)
      if (headersEnd < 0) return undefined
      bodyAt = headersEnd + HEADERS_END.length
      end = bodyAt + contentLength(bytes, headersEnd)
    }
    if (size < end) return undefined
    if (size > end) throw new Error('an answer is longer than it says')
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    const status = Number(bytes.toString('latin1', STATUS_AT, STATUS_AT + 3))
    const body = bytes.subarray(bodyAt)
    chunks = []
    size = 0
    end = 0
    return { status, body }
  }
}

function contentLength(bytes: Buffer, headersEnd: number): number {
  const at = bytes.indexOf(LENGTH)
  if (at < 0 || at > headersEnd) throw new Error(`no Content-Length in ${bytes.toString('latin1', 0, headersEnd)}`)
  let length = 0
  for (let index = at + LENGTH.length; bytes[index]! >= 0x30; index++) length = length * 10 + bytes[index]! - 0x30
  return length
}
