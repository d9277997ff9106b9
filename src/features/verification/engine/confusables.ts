import { latinLook } from './confusables/latinLook.js'
import { isMixedScript } from './confusables/scripts.js'
import { toUnicode } from './syntax/idna.js'

const ASCII = /^[\0-\x7f]*$/
const OTHER_THAN_LATIN = /[^\p{scx=Latn}\p{scx=Zyyy}\p{scx=Zinh}]/u
/** Top-level domains in ASCII of countries that write Cyrillic, Greek or Armenian: a whole name in that script is usual. */
const HOME_OF_OTHER_SCRIPTS = new Set('ru su by ua bg kz kg mk mn rs me tj uz md ge gr cy eu am'.split(' '))

/**
 * Whether a domain looks like another one (UTS #39): a label mixes scripts (section 5.2); the whole name looks like that
 * of a known domain (section 4); or a label in another script looks entirely Latin, under a top-level domain where nobody
 * expects that script, as browsers judge (Chromium, "IDN in Google Chrome").
 * @param ascii lower-case A-labels
 * @param isKnown whether a domain is that of a known provider
 */
export function isConfusableDomain(ascii: string, isKnown: (name: string) => boolean): boolean {
  if (!ascii.includes('xn--')) return false
  const name = toUnicode(ascii)
  if (name.split('.').some(isMixedScript)) return true
  const look = latinLook(name)
  if (look !== name && isKnown(look)) return true
  const labels = name.split('.')
  const top = labels.pop() ?? ''
  if (!ASCII.test(top) || HOME_OF_OTHER_SCRIPTS.has(top)) return false
  return labels.some((label) => OTHER_THAN_LATIN.test(label) && ASCII.test(latinLook(label)))
}
