import type { Answer } from '../../../testbed/callers/client.js'
import type { Ids } from './kinds.js'

/** What differs between any two calls: ids of the call, times, and remaining limits. */
const OF_THE_CALL =
  /^(x-request-id|x-trace-id|x-processing-time-ms|date|(x-agent-ratelimit|x-ratelimit)-(remaining|reset))$/

/** What any new resource has: ids, secrets and times. */
const NEW: readonly (readonly [value: RegExp, name: string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\b[0-9a-f]{32}\b/g, '<trace>'],
  // The number of attempts so far of a delivery of the caller's own.
  [/"attempts":\[.*?\]/g, '"attempts":<attempts>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/mp[kt]_[0-9A-Za-z]{36}/g, '<key>'],
  [/mp[kt]_[0-9A-Za-z]{4}…/g, '<mask>'],
  [/whsec_[0-9A-Za-z+/=]+/g, '<secret>'],
]

/** A response without ids of the call, and with the requested ids replaced by their kinds. */
export function comparable({ status, headers, text }: Answer, ids: Ids) {
  const named = (content: string) => withNames(content, ids)
  const isLeftOut = (name: string) => OF_THE_CALL.test(name) || (status < 300 && name === 'content-length')
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (isLeftOut(name) ? [] : [[name, named(String(value))]])),
    ),
    text: status < 300 ? NEW.reduce((seen, [value, name]) => seen.replace(value, name), named(text)) : named(text),
  }
}

/** A text with the requested ids replaced by their kinds, both plain and URL-encoded. */
export function withNames(text: string, ids: Ids): string {
  let named = text
  for (const [kind, id] of Object.entries(ids)) {
    named = named.replaceAll(id, `<${kind}>`).replaceAll(encodeURIComponent(id), `<${kind}>`)
  }
  return named
}
