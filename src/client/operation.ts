// Turns a call of the client into one HTTP request.
import { createForm, type FileContent } from './multipart.js'
import { OPERATIONS } from './operations.generated.js'
import type { CallOptions } from './options.js'
import type { HttpRequest, SendRequest } from './request.js'
import { READERS } from './responses.js'

export type OperationId = keyof typeof OPERATIONS
type Reader = keyof typeof READERS

const TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 600_000

type Input = Readonly<Record<string, unknown>>

/**
 * Calls an operation. Members of the input that the path names are put there; of the others, GET and DELETE have a
 * query, and all other methods a body.
 * @param reader overrides how the operation's mark, or the input's `format`, says the response is read
 */
export async function callOperation(
  send: SendRequest,
  id: OperationId,
  input: Input = {},
  options: CallOptions = {},
  reader?: Reader,
): Promise<unknown> {
  // `key`: accepts an Idempotency-Key. `once`: without one, and a repetition would do something else. `form`: sends a form.
  // `csv`, `lines`, `text`, always the last: the response is not JSON but a file, newline-delimited JSON, or text.
  const [method = '', path = '', ...marks] = OPERATIONS[id].split(' ')
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if ((value ?? '') !== '') return encodeURIComponent(value as string)
    throw new TypeError(`${id} needs \`${name}\``)
  })
  const hasQuery = /GET|DELETE/.test(method)
  const content: Content = hasQuery ? {} : contentOf(rest, marks.includes('form'))
  return send(
    {
      ...content,
      method,
      path: hasQuery ? filled + queryOf(rest) : filled,
      headers: {
        ...content.headers,
        ...(marks.includes('key') && { 'Idempotency-Key': options.idempotencyKey ?? randomHex() }),
      },
      isOnce: marks.includes('once'),
      timeoutMs: marks.includes('form') ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS,
      read: READERS[(reader ?? marks.at(-1)) as Reader] ?? READERS[input.format as Reader] ?? READERS.json,
    },
    options,
  )
}

type Content = Partial<Pick<HttpRequest<unknown>, 'headers' | 'body' | 'isStream'>>

function contentOf(input: Input, isForm: boolean): Content {
  if (isForm) {
    const { file, fileName = nameOf(file), ...fields } = input
    return createForm(defined(fields), file as FileContent, fileName as string, `mailproof-${randomHex()}`)
  }
  if (Object.keys(input).length === 0) return {}
  const body = JSON.stringify(input)
  return { headers: { 'Content-Type': 'application/json' }, body: () => ({ body }) }
}

/** A `File` has a name; so have functions, which is not the file's. */
const nameOf = (file: unknown): string =>
  (file instanceof Blob && (file as { readonly name?: string }).name) || 'list.csv'

function queryOf(input: Input): string {
  const query = new URLSearchParams(defined(input) as Record<string, string>).toString()
  return query && `?${query}`
}

const defined = (input: Input): Input => Object.fromEntries(Object.entries(input).filter(([, value]) => value != null))

/** `crypto.randomUUID` exists only in secure contexts. */
const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
