// Bodies that are the same for every client: their bytes, entity tags and compressed variants are made once.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content codings, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** One representation of a body. Each has its own entity tag (RFC 9110 section 8.8.3.3). */
export interface Variant {
  readonly encoding: Encoding | undefined
  readonly bytes: Buffer
  readonly etag: string
}

export interface Prepared {
  /** Whether the variant depends on Accept-Encoding. */
  readonly varies: boolean
  /** @param accepted content codings that the client accepts */
  variantFor(accepted: readonly string[]): Variant
}

/** Smaller bodies fit into one packet anyway. */
const MIN_BYTES = 1_000
/** Quality 11 takes much longer for a few percent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export const compress: { readonly [name in Encoding]: (bytes: Buffer) => Promise<Buffer> } = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

export const variantOf = (bytes: Buffer, encoding: Encoding | undefined): Variant => ({
  encoding,
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
})

/**
 * Prepares a text. It is compressed on other threads when a client first accepts that; until then, clients get it
 * uncompressed.
 */
export function prepareText(text: string): Prepared {
  const plain = variantOf(Buffer.from(text), undefined)
  const compressed = new Map<string, Variant>()
  const varies = plain.bytes.length >= MIN_BYTES
  let isCompressing = false

  async function compressAll(): Promise<void> {
    isCompressing = true
    for (const encoding of ENCODINGS) {
      compressed.set(encoding, variantOf(await compress[encoding](plain.bytes), encoding))
    }
  }

  return {
    varies,
    variantFor(accepted) {
      const encoding = varies ? ENCODINGS.find((each) => accepted.includes(each)) : undefined
      if (encoding === undefined) return plain
      if (!isCompressing) compressAll().catch(() => {})
      return compressed.get(encoding) ?? plain
    },
  }
}

export const isPrepared = (body: unknown): body is Prepared =>
  typeof body === 'object' && body !== null && 'variantFor' in body

/** Whether an If-None-Match list contains an entity tag, by weak comparison (RFC 9110 section 13.1.2). `*` matches any. */
export const matchesTag = (listed: string | undefined, etag: string): boolean =>
  listed?.split(',').some((each) => {
    const tag = each.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  }) === true
