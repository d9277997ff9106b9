import { randomUUID } from 'node:crypto'

export interface Form {
  readonly headers: Readonly<Record<string, string>>
  content(): AsyncGenerator<Buffer>
}

interface FileField {
  readonly name: string
  readonly size: number
  read(): AsyncIterable<Buffer>
}

/**
 * A form (RFC 7578) of some fields and a file, whose length is known before the file is read.
 * @param sent told how many bytes of the file have been taken
 */
export function createForm(
  fields: Readonly<Record<string, string>>,
  file: FileField,
  sent: (bytes: number) => void,
): Form {
  const boundary = `mailproof-${randomUUID()}`
  const parts = Object.entries(fields).map(([name, text]) => `${opening(boundary, name)}\r\n\r\n${text}\r\n`)
  const before = Buffer.from(
    `${parts.join('')}${opening(boundary, 'file')}; filename="${quoted(file.name)}"\r\nContent-Type: text/csv\r\n\r\n`,
  )
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(before.length + file.size + after.length),
    },
    async *content() {
      yield before
      let taken = 0
      for await (const piece of file.read()) {
        yield piece
        taken += piece.length
        sent(taken)
      }
      yield after
    },
  }
}

const opening = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`

/** As browsers write names (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
