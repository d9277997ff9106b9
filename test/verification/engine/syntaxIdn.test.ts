// Internationalised domains become A-labels.
import { domainToASCII } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'

const asciiOf = (domain: string): string => {
  const parsed = parseMailbox(`a@${domain}`)
  return parsed.ok && parsed.mailbox.domain.kind === 'name' ? parsed.mailbox.domain.ascii : 'invalid'
}

describe('a domain becomes A-labels by UTS #46', () => {
  test('with its letters mapped', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['münchen.de', 'xn--mnchen-3ya.de'],
      ['MÜNCHEN.DE', 'xn--mnchen-3ya.de'],
      ['mu\u0308nchen.de', 'xn--mnchen-3ya.de'],
      ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
      ['XN--MNCHEN-3YA.de', 'xn--mnchen-3ya.de'],
      ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
      ['παράδειγμα.ελ', 'xn--hxajbheg2az3al.xn--qxam'],
      ['ᏣᎳᎩ.com', 'xn--f9dt7l.com'],
      ['mail.münchen.example', 'mail.xn--mnchen-3ya.example'],
    ]
    expect(rows.map(([domain]) => [domain, asciiOf(domain)])).toEqual(rows)
  })

  test('as in the WHATWG URL parser', () => {
    const rows = [
      '例子.广告',
      'डाटामेल.भारत',
      'مثال.إختبار',
      'נץ.com',
      'ไทย.ไทย',
      '한국.kr',
      'ŽIŽEK.si',
      'ｅｘ．org',
      'ﬁsch.de',
      'Σας.gr',
    ]
    expect(rows.map((domain) => [domain, asciiOf(domain)])).toEqual(
      rows.map((domain) => [domain, domainToASCII(domain)]),
    )
  })

  test('deviation characters are kept: ß is not ss', () => expect(asciiOf('faß.de')).toBe('xn--fa-hia.de'))
  test('every full stop of UTS #46 separates labels', () => {
    const rows = ['x。org', 'x．org', 'x｡org']
    expect(rows.filter((domain) => asciiOf(domain) !== 'x.org')).toEqual([])
  })
  test('full-width letters become ordinary letters', () => expect(asciiOf('ｇｍａｉｌ.com')).toBe('gmail.com'))
  test('a joiner is kept where the script needs it (RFC 5892 appendix A)', () =>
    expect(asciiOf('نامه\u200cای.com')).toBe('xn--mgba3gch31f060k.com'))
  test('and is refused elsewhere', () => expect(asciiOf('ü\u200dü.com')).toBe('invalid'))
})

describe('an invalid U-label (RFC 6531 section 3.3, RFC 5892)', () => {
  test('is rejected if it has a symbol, a misplaced hyphen or a leading combining mark', () => {
    const rows = ['i❤.ws', '😀.ws', 'x©.com', '½.com', 'a_ü.de', 'ab--ü.de', '-ü.de', 'ü-.de', '\u0301ü.de']
    expect(rows.filter((domain) => asciiOf(domain) !== 'invalid')).toEqual([])
  })
  test.each([
    ['tatweel', 'مـثال.com'],
    ['an N’Ko lajanyalan', 'ߊߺߊ.com'],
    ['a Hangul tone mark', '한\u302e국.com'],
    ['a vertical repeat mark', 'か\u3031.com'],
    ['a vertical iteration mark', 'か\u303b.com'],
    ['a lone jamo', '\u1100\u1100.com'],
    ['a jamo of old Hangul', '한\ua960.com'],
    ['an old medial jamo', '한\ud7b0.com'],
    ['a combining mark for symbols', 'ü\u20d0.com'],
    ['a musical mark', 'ü\u{1d165}.com'],
  ])('is one with %s (sections 2.4, 2.6, 2.9)', (_, domain) => expect(asciiOf(domain)).toBe('invalid'))

  test('is judged after Hangul jamo are composed', () =>
    expect(asciiOf('한국.kr'.normalize('NFD'))).toBe(domainToASCII('한국.kr')))

  test('may have punctuation in context (appendix A)', () => {
    const rows = ['col·legi.cat', '日本・東京.jp', 'か・か.jp', 'カ・カ.jp', '͵αβ.gr', 'צ׳.com', 'צה״ל.com']
    expect(rows.map((domain) => [domain, asciiOf(domain)])).toEqual(
      rows.map((domain) => [domain, domainToASCII(domain)]),
    )
  })

  test('has punctuation out of context', () => {
    const rows = [
      'a·b.com',
      'l·.com',
      '·l.com',
      'l··l.com',
      '͵a.com',
      'α͵.gr',
      '׳צ.com',
      'a׳.com',
      'a・b.com',
      '・.com',
    ]
    expect(rows.filter((domain) => asciiOf(domain) !== 'invalid')).toEqual([])
  })

  test('is refused as an A-label, too: both spellings of a name get one verdict (RFC 5891 section 5.4)', () =>
    expect(['i❤.ws', 'xn--i-7iq.ws', 'xn--hello-txk.com', 'xn--l-fda.com'].map(asciiOf)).toEqual(
      Array(4).fill('invalid'),
    ))
  test('mixes left-to-right and right-to-left letters (RFC 5893)', () => {
    expect(asciiOf('אבג.com')).toBe('xn--4dbcd.com')
    expect(asciiOf('אaב.com')).toBe('invalid')
  })
})

test('two hyphens in the third and fourth place are reserved for U-labels only', () => {
  expect(asciiOf('r3---sn-4g5.example.com')).toBe('r3---sn-4g5.example.com')
  expect(asciiOf('ab--cd.com')).toBe('ab--cd.com')
  expect(asciiOf('ab--cd.münchen.de')).toBe('ab--cd.xn--mnchen-3ya.de')
})
