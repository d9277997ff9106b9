/**
 * Scripts of living languages: the recommended and the limited-use scripts of UAX #31, tables 5 and 7. A word in another
 * script counts as mixed.
 */
const SCRIPTS = `
  Latn Cyrl Grek Armn Hebr Arab Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Hang Ethi Khmr
  Hira Kana Bopo Hani Thaa Cher Cans Tfng Mong Syrc Nkoo Yiii Adlm Bali Bamu Batk Cakm Cham Java Kali Lana Lepc Limb Lisu
  Mand Mtei Newa Olck Osge Plrd Saur Sund Sylo Tale Talu Tavt Vaii
`

/** Scripts that are written together, by UTS #39 section 5.2 (Highly Restrictive). */
const TOGETHER = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang']

const ALLOWED = [...TOGETHER, ...SCRIPTS.trim().split(/\s+/)].map((scripts) => {
  const classes = scripts.split(' ').map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${classes.join('')}\\p{scx=Zyyy}\\p{scx=Zinh}]*$`, 'u')
})

const ASCII = /^[\0-\x7f]*$/
/** Words of an address are written apart: `иван.smith` is not a mixture. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/**
 * Whether a word of the text mixes scripts more than the Highly Restrictive level of UTS #39 section 5.2 permits, as
 * `jаne` with a Cyrillic а does. Japanese, Chinese and Korean may be mixed with Latin.
 */
export function isMixedScript(text: string): boolean {
  if (ASCII.test(text)) return false
  return text.split(BETWEEN_WORDS).some((word) => !ALLOWED.some((allowed) => allowed.test(word)))
}
