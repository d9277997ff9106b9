import type { MxRecord } from '../ports/resolver.js'

/**
 * Compares MX records, most preferred first (RFC 5321 section 5.1). Equal preferences are in order of name, because
 * servers rotate them and the same records should give the same result.
 */
export const byPreference = (a: MxRecord, b: MxRecord): number =>
  a.preference - b.preference || (a.exchange < b.exchange ? -1 : a.exchange > b.exchange ? 1 : 0)
