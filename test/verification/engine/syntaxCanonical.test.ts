// The canonical form of addresses.
import { describe, expect, test } from '@jest/globals'
import { canonicalAddress } from '../../../src/features/verification/engine/syntax/canonicalAddress.js'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'
import fc from '../../../testbed/fastCheck.js'
import { address } from './support/addresses.js'

describe('the canonical form', () => {
  test('is the same for every spelling of a mailbox', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['Ada@Example.COM', 'ada@example.com'],
      ['"ada"@x.org', 'ada@x.org'],
      ['"Ada.Lovelace"@x.org', 'ada.lovelace@x.org'],
      ['"\\a\\d\\a"@x.org', 'ada@x.org'],
      ['"a b"@x.org', '"a b"@x.org'],
      ['"a\\ b"@x.org', '"a b"@x.org'],
      ['"a\\"b"@x.org', '"a\\"b"@x.org'],
      ['"a\\\\b"@x.org', '"a\\\\b"@x.org'],
      ['"a@B"@x.org', '"a@b"@x.org'],
      ['"a..b"@x.org', '"a..b"@x.org'],
      ['".a"@x.org', '".a"@x.org'],
      ['""@x.org', '""@x.org'],
      ['Jörg@x.org', 'jörg@x.org'],
      ['JO\u0308RG@x.org', 'jörg@x.org'],
      ['"Jörg"@x.org', 'jörg@x.org'],
      ['\u212a@x.org', 'k@x.org'],
      ['a+Tag@x.org', 'a+tag@x.org'],
      ['a.b@gmail.com', 'a.b@gmail.com'],
      ['a@MÜNCHEN.de', 'a@xn--mnchen-3ya.de'],
      ['a@x。org', 'a@x.org'],
      ['A@[192.000.002.001]', 'a@[192.0.2.1]'],
      ['a@[ipv6:2001:0DB8:0::1]', 'a@[IPv6:2001:db8::1]'],
    ]
    expect(rows.map(([text]) => [text, canonicalAddress(text)])).toEqual(rows)
  })

  test('of invalid text is the text itself, so that it never equals a valid address', () => {
    const rows = ['', ' a@x.org ', 'A@', 'not an address', 'A@X_Y.org', '\ud800', 'x'.repeat(1_000_000)]
    expect(rows.map((text) => [text, canonicalAddress(text)])).toEqual(rows.map((text) => [text, text]))
  })

  test('keeps a letter whose lower case would exceed the limit', () => {
    const text = `${'\u023a'.repeat(32)}@x.org`
    expect(canonicalAddress(text)).toBe(text)
    expect(canonicalAddress('\u023a@x.org')).toBe('\u2c65@x.org')
  })

  test('is an address whose canonical form is itself', () =>
    fc.assert(
      fc.property(address, (text) => {
        const once = canonicalAddress(text)
        const parsed = parseMailbox(once)
        expect(parsed.ok).toBe(parseMailbox(text).ok)
        expect(canonicalAddress(once)).toBe(once)
      }),
      { numRuns: 500 },
    ))

  test('does not depend on case or unnecessary escapes', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}$/), fc.stringMatching(/^[a-z]{1,10}\.org$/), (local, domain) => {
        const escaped = [...local].map((char) => `\\${char}`).join('')
        for (const text of [
          `${local.toUpperCase()}@${domain.toUpperCase()}`,
          `"${local}"@${domain}`,
          `"${escaped}"@${domain}`,
        ])
          expect(canonicalAddress(text)).toBe(`${local}@${domain}`)
      }),
    ))

  test('of every letter of Unicode is stable', () => {
    const unstable: string[] = []
    for (let code = 0x80; code < 0x20000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const char = String.fromCodePoint(code)
      for (const text of [`a${char}@x.org`, `ü\u200d${char}@x.org`]) {
        const once = canonicalAddress(text)
        if (once === text) continue
        if (canonicalAddress(once) !== once || parseMailbox(once).ok !== parseMailbox(text).ok) unstable.push(text)
      }
    }
    expect(unstable).toEqual([])
  })
})
