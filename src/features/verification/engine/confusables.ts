import { latinLook } from './confusables/latinLook.js'
import { isMixedScript } from './confusables/scripts.js'
import { toUnicode } from './syntax/idna.js'

const ASCII = /^[\0-\x7f]*$/
const OTHER_THAN_LATIN = /[^\p{scx=Latn}\p{scx=Zyyy}\p{scx=Zinh}]/u
/** Top-level domains in ASCII of countries that write Cyrillic, Greek or Armenian: a whole name in that script is usual. */
const HOME_OF_OTHER_SCRIPTS = new Set('ru su by ua bg kz kg mk mn rs me tj uz md ge gr cy eu am'.split(' '))

/**
 * The known domain that a name in letters of other scripts looks like as a whole (UTS #39, section 4).
 * @param ascii lower-case A-labels
 * @param isKnown whether a domain is that of a known provider
 */
export function imitatedDomain(ascii: string, isKnown: (name: string) => boolean): string | undefined {
  if (!ascii.includes('xn--')) return undefined
  const name = toUnicode(ascii)
  const look = latinLook(name)
  return look !== name && isKnown(look) ? look : undefined
}

/**
 * Whether a domain looks like some other one, whichever that is: a label mixes scripts (UTS #39, section 5.2), or a label in
 * another script looks entirely Latin, under a top-level domain where nobody expects that script, as browsers judge
 * (Chromium, "IDN in Google Chrome").
 * @param ascii lower-case A-labels
 */
export function isConfusableDomain(ascii: string): boolean {
  if (!ascii.includes('xn--')) return false
  const labels = toUnicode(ascii).split('.')
  if (labels.some(isMixedScript)) return true
  const top = labels.pop() ?? ''
  if (!ASCII.test(top) || HOME_OF_OTHER_SCRIPTS.has(top)) return false
  return labels.some((label) => OTHER_THAN_LATIN.test(label) && ASCII.test(latinLook(label)))
}
