// What an account adds to the requests of a webhook: headers of its own, and a certificate authority.
import { X509Certificate } from 'node:crypto'
import { invalidAt, memberPath } from '../../../kernel/failure.js'
import { perAccount } from '../../../kernel/limits.js'
import type { Vault } from '../../../kernel/ports/vault.js'

export interface RequestOptions {
  readonly headers: { readonly [name: string]: string }
  /** PEM: one certificate or several; null: only those that are trusted anyway. */
  readonly authority: string | null
}

export const NO_OPTIONS: RequestOptions = { headers: {}, authority: null }

/** Changes as a caller gives them; absent members stay unchanged. */
export interface RequestOptionsInput {
  readonly headers?: { readonly [name: string]: string }
  /** PEM; empty for none. */
  readonly certificate_authority?: string
}

const { maxHeaders, maxHeaderLength, maxAuthorityLength } = perAccount.webhooks

/** A token of RFC 9110 section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Visible ASCII with spaces and tabs inside (RFC 9110 section 5.5). */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/
/** Headers that the service writes, or that say how a message or a connection is read. */
const RESERVED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The options after a change. @throws Failure VALIDATION_ERROR */
export function changedOptions(
  before: RequestOptions,
  { headers, certificate_authority: authority }: RequestOptionsInput,
): RequestOptions {
  if (headers) checkHeaders(headers)
  return {
    headers: headers ?? before.headers,
    authority: authority === undefined ? before.authority : authority === '' ? null : checkedAuthority(authority),
  }
}

function checkHeaders(headers: { readonly [name: string]: string }): void {
  const names = Object.keys(headers)
  if (names.length > maxHeaders) refuse('/headers', `\`headers\` must have at most ${maxHeaders} members`)
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    const path = memberPath('/headers', name)
    if (!NAME.test(name)) refuse(path, `\`headers\` must have names of HTTP headers such as \`X-Environment\``)
    if (RESERVED.has(lower) || lower.startsWith('webhook-'))
      refuse(path, `\`headers\` must not have \`${name}\`, which is reserved`)
    if (seen.has(lower)) refuse(path, `\`headers\` has \`${name}\` twice`)
    seen.add(lower)
    if (!VALUE.test(value) || value.length > maxHeaderLength)
      refuse(path, `\`headers\` must have values of 1 to ${maxHeaderLength} printable ASCII characters`)
  }
}

/** The certificates alone, without what a file has around them. */
function checkedAuthority(text: string): string {
  const path = '/certificate_authority'
  const found = text.match(CERTIFICATE) ?? []
  if (text.length > maxAuthorityLength)
    refuse(path, `\`certificate_authority\` must have at most ${maxAuthorityLength} characters`)
  for (const pem of found) {
    try {
      if (new X509Certificate(pem).ca) continue
    } catch {
      refuse(path, '`certificate_authority` must have certificates that can be read')
    }
    refuse(path, '`certificate_authority` must have certificates of authorities, not of a server')
  }
  if (found.length === 0)
    refuse(path, '`certificate_authority` must be PEM: lines from `-----BEGIN CERTIFICATE-----` to its end')
  return `${found.join('\n')}\n`
}

function refuse(path: string, message: string): never {
  throw invalidAt(path, message)
}

/** @param sealed absent if an account has added nothing. @returns undefined if the account was erased */
export async function openOptions(
  vault: Pick<Vault, 'open'>,
  owner: string,
  sealed: string | undefined,
): Promise<RequestOptions | undefined> {
  if (sealed === undefined) return NO_OPTIONS
  const text = await vault.open(owner, sealed)
  return text === undefined ? undefined : (JSON.parse(text) as RequestOptions)
}

export const sealOptions = (vault: Pick<Vault, 'seal'>, owner: string, options: RequestOptions): Promise<string> =>
  vault.seal(owner, JSON.stringify(options))

export const isSame = (one: RequestOptions, other: RequestOptions): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
