// Internationalised domain names (IDNA 2008, UTS 46).
import { createRequire } from 'node:module'
import type { SyntaxProblem } from '../mailbox.js'
import { MAX_LABELS, MAX_UNICODE_LABEL_UNITS } from './limits.js'
import { isAscii } from './unicode.js'

interface Tr46 {
  toASCII(name: string, options: object): string | null
  toUnicode(name: string, options: object): { domain: string; error: boolean }
}

/**
 * UTS #46, non-transitional, with the rules for mail. Hyphens and lengths are checked here and in `labels.ts` instead,
 * because tr46 would also reject `r3---sn` in plain ASCII, which RFC 5321 allows.
 */
const OPTIONS = {
  checkBidi: true,
  checkHyphens: false,
  checkJoiners: true,
  ignoreInvalidPunycode: false,
  transitionalProcessing: false,
  useSTD3ASCIIRules: true,
  verifyDNSLength: false,
}

/** The full stops of UTS #46 section 2.3. */
const DOTS = /[.\u3002\uff0e\uff61]/

/**
 * Letters, marks and digits, and the exceptions of RFC 5892 section 2.6 and appendix A: what a U-label may hold.
 * UTS #46 would accept symbols (`i❤.ws`); RFC 6531 section 3.3 requires U-labels, which exclude them. UTS #46 maps
 * capitals to lower case, except in Cherokee, where they are the usual letters.
 */
const U_LABEL = /^[-a-z0-9\p{L}\p{Mn}\p{Mc}\p{Nd}\xb7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb\u200c\u200d]+$/u

/**
 * What RFC 5892 excludes again: letters that only stretch or repeat others, tone marks of Hangul (section 2.6), and
 * jamo (section 2.9); jamo in regular use have already been composed to syllables.
 */
const NO_LETTER = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
/** RFC 5892 section 2.4: combining marks for symbols and for musical notes. */
const SYMBOL_MARK = /[\u20d0-\u20ff]|[\u{1d100}-\u{1d24f}]/u

/** RFC 5892 appendix A.3 to A.6: a middle dot between two `l`, a Greek keraia before Greek, geresh after Hebrew. */
const OUT_OF_CONTEXT = /(?<!l)\xb7|\xb7(?!l)|\u0375(?!\p{Script=Greek})|(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u
/** RFC 5892 appendix A.7: a katakana middle dot is valid only together with a character of one of these scripts. */
const KATAKANA_DOT = '\u30fb'
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

function isULabel(label: string): boolean {
  if (label.startsWith('--', 2) || !U_LABEL.test(label)) return false
  if (NO_LETTER.test(label) || SYMBOL_MARK.test(label) || OUT_OF_CONTEXT.test(label)) return false
  return !label.includes(KATAKANA_DOT) || JAPANESE.test(label)
}

/** Loaded on first use: the tables take 10 ms and 4 MB, and most addresses do not need them. */
let loaded: Tr46 | undefined
function tr46(): Tr46 {
  loaded ??= createRequire(import.meta.url)('tr46') as Tr46
  return loaded
}

/**
 * Converts a domain with non-ASCII letters or `xn--` labels to lower-case A-labels, which must still pass
 * `checkLabels`.
 * A-labels must decode to valid U-labels (RFC 5891 section 5.4), so that both spellings of a name get one verdict.
 */
export function toAscii(name: string): { readonly ascii: string } | { readonly problem: SyntaxProblem } {
  const given = name.split(DOTS)
  if (given.length > MAX_LABELS) return { problem: 'domain_too_long' }
  if (given.some((label) => label.length > MAX_UNICODE_LABEL_UNITS)) return { problem: 'domain_label_too_long' }
  const { domain, error } = tr46().toUnicode(name, OPTIONS)
  if (error) return { problem: 'domain_idna' }
  for (const label of domain.split('.')) {
    if (isAscii(label)) continue
    // RFC 5891 section 4.2.3.1.
    if (label.startsWith('-') || label.endsWith('-')) return { problem: 'domain_label_hyphen' }
    if (!isULabel(label)) return { problem: 'domain_idna' }
  }
  const ascii = tr46().toASCII(name, OPTIONS)
  return ascii === null ? { problem: 'domain_idna' } : { ascii }
}

/** A domain as people read it. @param ascii lower-case A-labels that have passed `toAscii` */
export const toUnicode = (ascii: string): string =>
  ascii.includes('xn--') ? tr46().toUnicode(ascii, OPTIONS).domain : ascii
