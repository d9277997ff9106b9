// RFC 5321 section 4.5.3.1.1, the longest local part.
const MAX_LENGTH = 64
/** Minimum length of a name without separators: in a shorter one, a person's initials could match a role by chance. */
const MIN_JOINED_LENGTH = 8
const SEPARATORS = /[._-]/g

/**
 * Creates a predicate for local parts that belong to a function rather than a person. The whole local part is compared,
 * case-insensitively; `support+eu` is `support`, and `customer.service` is `customerservice`. `<list>-request`
 * administers a mailing
 * list (RFC 2142 section 6).
 */
export function createRoles(names: readonly string[]): (localContent: string) => boolean {
  const roles = new Set(names)
  return (localContent) => {
    if (localContent.length > MAX_LENGTH) return false
    const whole = localContent.toLowerCase()
    const plus = whole.indexOf('+')
    const base = plus > 0 ? whole.slice(0, plus) : whole
    if (roles.has(whole) || roles.has(base)) return true
    if (base.endsWith('-request') && base.length > '-request'.length) return true
    if (base.length < MIN_JOINED_LENGTH) return false
    const joined = base.replace(SEPARATORS, '')
    return joined.length >= MIN_JOINED_LENGTH && joined.length < base.length && roles.has(joined)
  }
}
