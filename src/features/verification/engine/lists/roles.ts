// RFC 5321 section 4.5.3.1.1, the longest local part.
const LONGEST = 64
/** In a shorter name without its separators, a person's initials could be a role by chance. */
const SHORTEST_JOINED = 8
const SEPARATORS = /[._-]/g

/**
 * A predicate for local parts that belong to a function rather than a person, compared whole and without regard to
 * case; `support+eu` is `support`, and `customer.service` is `customerservice`. `<list>-request` administers a mailing
 * list (RFC 2142 section 6).
 */
export function createRoles(names: readonly string[]): (localContent: string) => boolean {
  const roles = new Set(names)
  return (localContent) => {
    if (localContent.length > LONGEST) return false
    const whole = localContent.toLowerCase()
    const plus = whole.indexOf('+')
    const base = plus > 0 ? whole.slice(0, plus) : whole
    if (roles.has(whole) || roles.has(base)) return true
    if (base.endsWith('-request') && base.length > '-request'.length) return true
    if (base.length < SHORTEST_JOINED) return false
    const joined = base.replace(SEPARATORS, '')
    return joined.length >= SHORTEST_JOINED && joined.length < base.length && roles.has(joined)
  }
}
