// RFC 5321 section 4.5.3.1.1, the longest local part.
const MAX_LENGTH = 64
/** Minimum length of a name without separators: in a shorter one, a person's initials could match a role by chance. */
const MIN_JOINED_LENGTH = 8
const SEPARATORS = /[._-]/g
/** The part of an organisation that has the function: a country (ISO 3166-1), a language (ISO 639-1) or a region. */
const PLACES = new Set(
  (
    'ae ar at au be bg br ca ch cl cn co cs cz da de dk ee eg el en es et eu fi fr gb gr he hk hr hu id ie il in it ja jp ko ' +
    'kr lt lu lv mx my nl no nz pe ph pl pt ro rs ru sa se sg si sk sl sv th tr tw ua uk us vn za zh emea apac latam dach ' +
    'benelux nordics europe asia global international'
  ).split(' '),
)
const REQUEST = '-request'

/**
 * Creates a predicate for local parts that belong to a function rather than a person. The whole local part is compared,
 * case-insensitively; `support+eu` and `support.uk` are `support`, and `customer.service` is `customerservice`.
 * `<list>-request` administers a mailing list (RFC 2142 section 6).
 */
export function createRoles(names: readonly string[]): (localContent: string) => boolean {
  const roles = new Set(names)
  return (localContent) => {
    if (localContent.length > MAX_LENGTH) return false
    const whole = localContent.toLowerCase()
    const plus = whole.indexOf('+')
    const base = plus > 0 ? whole.slice(0, plus) : whole
    if (roles.has(whole) || roles.has(base)) return true
    const last = Math.max(base.lastIndexOf('.'), base.lastIndexOf('_'), base.lastIndexOf('-'))
    if (last === -1) return false
    if (PLACES.has(base.slice(last + 1)) && roles.has(base.slice(0, last))) return true
    if (base.endsWith(REQUEST) && base.length > REQUEST.length) return true
    if (base.length < MIN_JOINED_LENGTH) return false
    const joined = base.replace(SEPARATORS, '')
    return joined.length >= MIN_JOINED_LENGTH && roles.has(joined)
  }
}
