// What prevents the use of a bucket, as one line for the operator.
import { BucketError } from '../../kernel/ports/bucket.js'

/** Codes of S3 (Amazon S3 API Reference, "Error responses") that further attempts do not change, with what to do. */
const REFUSALS: { readonly [code: string]: (place: string) => string } = {
  InvalidAccessKeyId: (place) => `ARCHIVE_BUCKET_KEY_ID: ${place} does not know this key`,
  SignatureDoesNotMatch: (place) =>
    `ARCHIVE_BUCKET_SECRET: ${place} does not accept the signature; it is not the secret of ARCHIVE_BUCKET_KEY_ID`,
  AccessDenied: (place) => `ARCHIVE_BUCKET_KEY_ID: this key may not read and write objects in ${place}`,
  NoSuchBucket: (place) => `ARCHIVE_BUCKET: there is no bucket at ${place}; create it first`,
  AuthorizationHeaderMalformed: (place) => `ARCHIVE_BUCKET_REGION: ${place} is in another region`,
  InvalidRegion: (place) => `ARCHIVE_BUCKET_REGION: ${place} is in another region`,
  PermanentRedirect: (place) => `ARCHIVE_BUCKET: the bucket of ${place} has another address`,
  RequestTimeTooSkewed: (place) => `the clock of this machine differs from that of ${place}: set it`,
}

interface Answer {
  readonly status: number
  /** The answer's body: XML, or empty. */
  readonly text: string
}

/** Whether the same request may succeed in a moment. S3 says with status 400 that an upload arrived too slowly. */
export const isTransient = ({ status, text }: Answer): boolean =>
  status >= 500 || status === 429 || status === 408 || element(text, 'Code') === 'RequestTimeout'

/** Whether there is no such object. Without a code, as to HEAD, 404 means nothing else. */
export const isMissing = ({ status, text }: Answer): boolean =>
  status === 404 && (element(text, 'Code') ?? 'NoSuchKey') === 'NoSuchKey'

export function refusalOf(place: string, { status, text }: Answer): BucketError {
  const code = element(text, 'Code') ?? codeOf(status)
  const said = [code, element(text, 'Message')].filter((part) => part !== undefined).join(': ')
  const sentence = REFUSALS[code ?? '']?.(place) ?? `ARCHIVE_BUCKET: ${place} refuses the request`
  return new BucketError(`${sentence} (${[status, said].filter(Boolean).join(' ')})`)
}

export function unreachable(place: string, error: unknown): BucketError {
  const { name, message, cause } = error as Error
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? (name === 'Error' ? message : name)
  return new BucketError(`ARCHIVE_BUCKET: ${place} does not answer (${code})`, { cause: error })
}

/** The answer to HEAD has no body. */
function codeOf(status: number): string | undefined {
  if (status === 403) return 'AccessDenied'
  return status >= 300 && status < 400 ? 'PermanentRedirect' : undefined
}

/** The text of the first element of a name, shortened. */
function element(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]{1,200})`).exec(xml)?.[1]
  return text?.replace(/\s+/g, ' ').trim()
}
