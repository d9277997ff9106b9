// Corrections of malformed but obvious addresses.
import { describe, expect, test } from '@jest/globals'
import { createEngine } from '../../../src/features/verification/engine/engine.js'
import type { Facts } from '../../../src/features/verification/engine/facts.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { correctedAddress } from '../../../src/features/verification/engine/suggestion.js'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'
import { problemSentence } from '../../../src/features/verification/engine/syntax/problems.js'
import { repairMailbox } from '../../../src/features/verification/engine/syntax/repair.js'
import fc from '../../../testbed/fastCheck.js'

const lists = loadLists()
const engine = createEngine({
  lists,
  router: {
    cached: () => ({ route: { kind: 'no_records', nameExists: false }, checkedAt: 0, ttl: undefined }),
    find: () => Promise.reject(),
  },
})
const didYouMean = (text: string) => (engine.gather(text) as Facts).didYouMean

describe('a text that obviously means an address is invalid, and the address is suggested', () => {
  test.each([
    ['spaces around it', '  jane@gmail.com '],
    ['a line break after it', 'jane@gmail.com\r\n'],
    ['spaces around the @', 'jane @ gmail.com'],
    ['a dot after it', 'jane@gmail.com.'],
    ['a comma for the dot', 'jane@gmail,com'],
    ['a semicolon after it', 'jane@gmail.com;'],
    ['two dots', 'jane@gmail..com'],
    ['a dot after the @', 'jane@.gmail.com'],
    ['two @', 'jane@@gmail.com'],
    ['a full-width @', 'jane＠gmail.com'],
    ['full-width letters', 'ｊａｎｅ＠ｇｍａｉｌ．ｃｏｍ'],
    ['mailto:', 'mailto:jane@gmail.com'],
    ['a mailto URI with fields', 'MAILTO:jane%40gmail.com?subject=Hello'],
    ['angle brackets', '<jane@gmail.com>'],
    ['a name before angle brackets', 'Jane Roe <jane@gmail.com>'],
    ['quotes around it', '"jane@gmail.com"'],
    ['typographic quotes around it', '’jane@gmail.com’'],
    ['parentheses around it', '(jane@gmail.com)'],
    ['a zero width space', 'jane\u200b@gmail.com'],
    ['a byte order mark', '\ufeffjane@gmail.com'],
    ['a right-to-left override', '\u202ejane@gmail.com'],
    ['isolates', '\u2066jane@gmail.com\u2069'],
    ['a no-break space', 'jane@gmail.com\u00a0'],
    ['a soft hyphen', 'jane@gm\u00adail.com'],
    ['a slip in the domain, too', ' jane@gmial,com'],
    ['a space for the dot', 'jane@gmail com'],
    ['a colon for the dot', 'jane@gmail:com'],
    ['an underscore for the dot', 'jane@gmail_com'],
    ['a slash after it', 'jane@gmail.com/'],
    ['the domain twice', 'jane@gmail.com@gmail.com'],
    ['the beginning of the domain twice', 'jane@gmail@gmail.com'],
    ['at and dot in words', 'jane (at) gmail [dot] com'],
    ['at as a word', 'jane at gmail.com'],
    ['curly double quotes around it', '“jane@gmail.com”'],
    ['guillemets around it', '«jane@gmail.com»'],
    ['a dot before it', '.jane@gmail.com'],
    ['a dot before the @', 'jane.@gmail.com'],
  ])('%s', (_, text) => {
    expect(parseMailbox(text).ok).toBe(false)
    expect(didYouMean(text)).toBe('jane@gmail.com')
  })

  test('a typographic apostrophe', () => {
    expect(didYouMean('pat.o’hara@acme-corp.com')).toBe("pat.o'hara@acme-corp.com")
    expect(didYouMean('pat.o’hara@gmial.com ')).toBe("pat.o'hara@gmail.com")
  })

  test.each(['‘', '´', '′'])('%s for an apostrophe', (mark) =>
    expect(didYouMean(`pat.o${mark}hara@acme-corp.com`)).toBe("pat.o'hara@acme-corp.com"),
  )

  test('two dots in the local part', () => expect(didYouMean('jane..doe@acme-corp.com')).toBe('jane.doe@acme-corp.com'))

  test('any other mistake at a carrier that gave out names with such dots', () =>
    expect(didYouMean(' jane.doe@docomo.ne,jp')).toBe('jane.doe@docomo.ne.jp'))

  test('an international domain keeps its letters', () =>
    expect(didYouMean('jane@münchen.de.')).toBe('jane@münchen.de'))
})

/** The nine first variation selectors of the supplement. */
const DIFFERENT_INVISIBLE = Array.from({ length: 9 }, (_, index) => String.fromCodePoint(0xe0100 + index)).join('')

describe('nothing is suggested', () => {
  test.each([
    ['for a space in the local part', 'jane roe@gmail.com'],
    ['without an @', 'jane.gmail.com'],
    ['for two addresses', 'jane@gmail.com, joe@gmail.com'],
    ['that is disposable', 'jane@mailinator,com'],
    ['that is reserved', 'jane@example,com'],
    ['under an ending that does not exist', 'jane@acme.qzx,'],
    ['that is a slip of a disposable domain', 'jane@mailinator.con'],
    ['for two dots at a carrier that gave out such names', 'jane..doe@docomo.ne.jp'],
    ['for a dot before the @ there', 'jane.@EZweb.ne.jp '],
    ['for a text with many different invisible characters', `jane${DIFFERENT_INVISIBLE}@gmail.com`],
    ['for nothing', ''],
    ['for a long text', `${'jane@gmail.com '.repeat(100)}`],
  ])('%s', (_, text) => expect(didYouMean(text)).toBeUndefined())
})

test('a suggestion for any text is an address that nothing is suggested for', () => {
  const part = fc.constantFrom(
    'jane',
    '@',
    '.',
    ',',
    ' ',
    'gmail',
    'com',
    '<',
    '>',
    '\u200b',
    '’',
    'mailto:',
    '＠',
    '"',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const suggestion = didYouMean(parts.join(''))
      if (suggestion === undefined) return
      expect(parseMailbox(suggestion).ok).toBe(true)
      expect(didYouMean(suggestion)).toBeUndefined()
    }),
    { numRuns: 3000 },
  )
})

test('the corrected address follows from the text and the suggested domain', () => {
  for (const text of [' jane+x@gmial.com', 'Jane <jane@gmail,com>', 'jane@gmial.com', 'o’hara@acme-corp.com']) {
    const suggestion = didYouMean(text)!
    expect(correctedAddress(text, suggestion.slice(suggestion.lastIndexOf('@') + 1))).toBe(suggestion)
  }
})

test('hostile texts are repaired in linear time', () => {
  const texts = [' '.repeat(500), ',.'.repeat(250), '<'.repeat(500), '\u200b\u200c\u200e'.repeat(160)]
  const started = performance.now()
  for (let i = 0; i < 100; i += 1) for (const text of texts) repairMailbox(`${text}@x`)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test.each([
  ['jane\u200b@gmail.com', 'U+200B ZERO WIDTH SPACE'],
  ['\u202ejane@gmail.com', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
  ['jane@gmail.com\u00a0', 'U+00A0 NO-BREAK SPACE'],
  ['jane\t@gmail.com', 'U+0009 TAB'],
  ['jane\ue000@gmail.com', 'U+E000'],
])('the sentence about %j names the character', (text, name) => {
  const parsed = parseMailbox(text)
  expect(!parsed.ok && problemSentence(parsed.problem, text)).toMatch(new RegExp(`: ${name.replace('+', '\\+')}\\.$`))
})

test('a letter that decomposes to a character which must be quoted is refused', () => {
  expect(parseMailbox('≮me@acme-corp.com')).toEqual({ ok: false, problem: 'local_compatibility' })
  expect(parseMailbox('≠me@acme-corp.com').ok).toBe(true)
})
