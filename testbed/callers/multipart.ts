/** A part of a form: a text, or a file if it has a filename. */
export interface Part {
  readonly name: string
  readonly content: string | Buffer
  readonly filename?: string
}

const BOUNDARY = '----mailproof-4f1c0b2e'

/** A form as a browser encodes it: body and headers of a request. */
export function multipart(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, content, filename }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/csv`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return {
    body: Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string))),
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

/** A form with a CSV file in the field `file`. */
export const csvForm = (content: string | Buffer, fields: Readonly<Record<string, string>> = {}) =>
  multipart([
    { name: 'file', content, filename: 'list.csv' },
    ...Object.entries(fields).map(([name, text]) => ({ name, content: text })),
  ])
