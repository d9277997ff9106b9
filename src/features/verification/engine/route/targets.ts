import type { MxRecord } from '../../../../kernel/ports/resolver.js'

/** Whether the records are a null MX: a single record with the root as exchange (RFC 7505 section 3). */
export const isNullMx = (records: readonly MxRecord[]): boolean => records.length === 1 && records[0]!.exchange === ''

/**
 * The distinct exchange names, most preferred first (RFC 5321 section 5.1). Equal preferences are sorted by name,
 * because servers rotate them and the same records should give the same result. The root is left out: it names no host.
 */
export function exchangesOf(records: readonly MxRecord[]): readonly string[] {
  if (records.length === 1 && records[0]!.exchange !== '') return [records[0]!.exchange]
  const inOrder = [...records].sort((a, b) => a.preference - b.preference || compare(a.exchange, b.exchange))
  return [...new Set(inOrder.map(({ exchange }) => exchange))].filter((exchange) => exchange !== '')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

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
