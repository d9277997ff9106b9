import { byPreference } from '../../../../kernel/net/mxPreference.js'
import type { MxRecord } from '../../../../kernel/ports/resolver.js'

/** Whether the records are a null MX: a single record with the root as exchange (RFC 7505 section 3). */
export const isNullMx = (records: readonly MxRecord[]): boolean => records.length === 1 && records[0]!.exchange === ''

/** The distinct exchange names, most preferred first. The root is left out: it names no host. */
export function exchangesOf(records: readonly MxRecord[]): readonly string[] {
  if (records.length === 1 && records[0]!.exchange !== '') return [records[0]!.exchange]
  const inOrder = [...records].sort(byPreference)
  return [...new Set(inOrder.map(({ exchange }) => exchange))].filter((exchange) => exchange !== '')
}

/**
 * Whether an exchange can be a host name. An IP address as text is a common mistake that no mailer supports (RFC 5321
 * section 2.3.5); no top-level domain consists of digits only (RFC 3696 section 2).
 */
export function isMailHostName(exchange: string): boolean {
  const top = exchange.slice(exchange.lastIndexOf('.') + 1)
  for (let i = 0; i < top.length; i++) {
    const code = top.charCodeAt(i)
    if (code < 0x30 || code > 0x39) return true
  }
  return false
}
