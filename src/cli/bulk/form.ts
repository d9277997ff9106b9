import { randomUUID } from 'node:crypto'

export interface Form {
  readonly headers: Readonly<Record<string, string>>
  content(): AsyncGenerator<Buffer>
}

export interface UploadEvents {
  onProgress(bytes: number): void
  onEnd(): void
}

interface FileField {
  readonly name: string
  readonly size: number
  read(): AsyncIterable<Buffer>
}

/**
 * A multipart form (RFC 7578) with text fields and one file; its length is known before the file is read.
 * @param events.onProgress called with the number of bytes of the file sent so far
 * @param events.onEnd called before the last bytes are sent: until then the receiver cannot have the whole form
 */
export function createForm(
  fields: Readonly<Record<string, string>>,
  file: FileField,
  { onProgress, onEnd }: UploadEvents,
): Form {
  const boundary = `mailproof-${randomUUID()}`
  const parts = Object.entries(fields).map(([name, text]) => `${partHeader(boundary, name)}\r\n\r\n${text}\r\n`)
  const before = Buffer.from(
    `${parts.join('')}${partHeader(boundary, 'file')}; filename="${quoted(file.name)}"\r\nContent-Type: text/csv\r\n\r\n`,
  )
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(before.length + file.size + after.length),
    },
    async *content() {
      yield before
      let sent = 0
      for await (const piece of file.read()) {
        yield piece
        sent += piece.length
        onProgress(sent)
      }
      onEnd()
      yield after
    },
  }
}

const partHeader = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`

/** Escapes a name as browsers do (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
