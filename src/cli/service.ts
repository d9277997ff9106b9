// The service that a command calls, and the key with which it does.
import { UsageError } from './output.js'

/** @throws UsageError unless it is an http or https URL */
export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError(`--url must be an http or https URL, not ${text}. Example: --url https://verify.example.org`)
}

/** @param scope that the key needs @throws UsageError without a key, or with one that a header cannot carry */
export function parseKey(text: string | undefined, scope?: string): string {
  const key = text?.trim()
  const which = scope === undefined ? '' : ` to a key with the scope ${scope}`
  if (!key) throw new UsageError(`No API key. Set the environment variable MAILPROOF_API_KEY${which}.`)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The API key contains invalid characters.')
  return key
}
