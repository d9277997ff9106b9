// Valid addresses, and their parts.
import { describe, expect, test } from '@jest/globals'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'

const x = (count: number): string => 'x'.repeat(count)
const label63 = x(63)

const valid = (name: string, texts: readonly string[]): void =>
  test(`accepts ${name}`, () => expect(texts.filter((text) => !parseMailbox(text).ok)).toEqual([]))

valid('a dot-string (RFC 5321 section 4.1.2)', [
  'ada@example.com',
  'a@b.org',
  'Ada.Lovelace@Example.COM',
  'first.last@sub.do.example.org',
  '1@x.org',
  '123456789@x.org',
  'a.b.c.d.e@x.org',
  'user+tag@x.org',
  '+@x.org',
  '+tag@x.org',
  '-@x.org',
  '_@x.org',
  '__@x.org',
  '-a-@x.org',
  "o'brien@x.org",
  "!#$%&'*+-/=?^_`{|}~@x.org",
  '!@x.org',
  '#@x.org',
  '{}@x.org',
  'a/b@x.org',
  'a=b@x.org',
  'customer/department=shipping@x.org',
  '$A12345@x.org',
  '!def!xyz%abc@x.org',
  'user%host@x.org',
  '~@x.org',
  '`@x.org',
])

valid('a quoted string', [
  '""@x.org',
  '" "@x.org',
  '"ada"@x.org',
  '"ada lovelace"@x.org',
  '"a@b"@x.org',
  '"@"@x.org',
  '"a@b@c"@x.org',
  '"."@x.org',
  '"a..b"@x.org',
  '".a."@x.org',
  '"a\\"b"@x.org',
  '"\\""@x.org',
  '"\\\\"@x.org',
  '"\\a"@x.org',
  '"\\ "@x.org',
  '"\\@"@x.org',
  '"a\\\\\\"b"@x.org',
  '"()<>[]:,;@\\\\\\"!#$%&\'-/=?^_`{}| ~.a"@x.org',
  '"(comment)"@x.org',
  '"much.more unusual"@x.org',
  '"very.(),:;<>[]\\".VERY.\\"very@\\\\ \\"very\\".unusual"@x.org',
  '"<ada@x.org>"@x.org',
])

valid('a domain name', [
  'a@x.y',
  'a@1.org',
  'a@123.org',
  'a@x-y.org',
  'a@x--y.org',
  'a@r3---sn.example.org',
  'a@ab--cd.org',
  'a@x.museum',
  'a@a.b.c.d.e.f.g.h.org',
  'a@3com.com',
  'a@x.co.uk',
  `a@${label63}.org`,
  `a@x.${label63}`,
  `a@${label63}.${label63}.${label63}.${x(57)}.ab`,
  'a@xn--mnchen-3ya.de',
  'a@XN--MNCHEN-3YA.DE',
  'a@x.xn--p1ai',
])

valid('what the grammar allows and DNS must judge', [
  // RFC 5321 section 2.3.5: a top-level domain by itself is a single string without dots.
  'postmaster@localhost',
  'a@org',
  'a@b',
  'a@1',
  // `sub-domain` may be digits only; brackets are what makes an address literal.
  'a@x.123',
  'a@192.0.2.1',
  'a@256.256.256.256',
])

valid('an address literal (RFC 5321 section 4.1.3)', [
  'a@[192.0.2.1]',
  'a@[0.0.0.0]',
  'a@[255.255.255.255]',
  'a@[192.000.002.001]',
  '"a b"@[192.0.2.1]',
  'a@[IPv6:::]',
  'a@[IPv6:::1]',
  'a@[ipv6:::1]',
  'a@[IPV6:2001:db8::1]',
  'a@[IPv6:2001:DB8::1]',
  'a@[IPv6:1:2:3:4:5:6:7:8]',
  'a@[IPv6:0001:0002:0003:0004:0005:0006:0007:0008]',
  'a@[IPv6:1::]',
  'a@[IPv6:1:2:3:4:5:6::]',
  'a@[IPv6:::3:4:5:6:7:8]',
  'a@[IPv6:1::8]',
  'a@[IPv6:1:2::7:8]',
  'a@[IPv6:1:2:3:4:5:6:192.0.2.1]',
  'a@[IPv6:::192.0.2.1]',
  'a@[IPv6:::ffff:192.0.2.1]',
  'a@[IPv6:64:ff9b::192.0.2.1]',
  'a@[IPv6:1:2:3:4::192.0.2.1]',
  // One elided group: RFC 5952 section 4 obliges us to accept what RFC 4291 allows.
  'a@[IPv6:1:2:3:4:5:6:7::]',
  'a@[IPv6:::2:3:4:5:6:7:8]',
  'a@[IPv6:1:2:3::5:6:7:8]',
])

valid('lengths at their limits (RFC 5321 section 4.5.3.1)', [
  `${x(64)}@x.org`,
  `"${x(62)}"@x.org`,
  `"${'\\a'.repeat(31)}"@x.org`,
  `${x(64)}@${label63}.${label63}.${x(57)}.abc`,
  `a@${label63}.${label63}.${label63}.${x(60)}`,
  `${'é'.repeat(32)}@x.org`,
  `${'用'.repeat(21)}a@x.org`,
  `${'😀'.repeat(16)}@x.org`,
])

valid('a local part beyond ASCII (RFC 6531, RFC 6532)', [
  'jörg@x.org',
  'Ada.Löwe@x.org',
  '用户@x.org',
  'अजय@x.org',
  'θσερ@x.org',
  'коля@x.org',
  'مثال@x.org',
  'שלום@x.org',
  '😀@x.org',
  'a😀b@x.org',
  '👩‍💻@x.org',
  'I❤️mail@x.org',
  '"jörg m"@x.org',
  '"用 户"@x.org',
  'نامه‌ای@x.org',
  'क्‍ष@x.org',
  'jo\u0308rg@x.org',
  '\u212b@x.org',
  'น้ำ@x.org',
  'ຄຳ@x.org',
  '한글@x.org',
  'ガギ@x.org',
  'Σίσυφος@x.org',
  'straße@x.org',
  'l·l@x.org',
])

describe('a parsed mailbox', () => {
  const parts = (text: string): unknown => {
    const parsed = parseMailbox(text)
    return parsed.ok ? parsed.mailbox : parsed.problem
  }

  test('has its local part as written, and its domain in lower-case A-labels', () =>
    expect(parts('Ada.Lovelace@MÜNCHEN.De')).toEqual({
      local: 'Ada.Lovelace',
      localContent: 'Ada.Lovelace',
      domain: { kind: 'name', ascii: 'xn--mnchen-3ya.de' },
      canonical: 'ada.lovelace@xn--mnchen-3ya.de',
    }))
  test('has the content of a quoted string without quotes and backslashes', () =>
    expect(parts('"a\\"\\b @ c\\\\"@x.org')).toMatchObject({
      local: '"a\\"\\b @ c\\\\"',
      localContent: 'a"b @ c\\',
    }))
  test('is split at the first @ after a quoted string', () =>
    expect(parts('"a@b"@x.org')).toMatchObject({ localContent: 'a@b', domain: { ascii: 'x.org' } }))
  test('has decomposed letters composed', () => expect(parts('jo\u0308rg@x.org')).toMatchObject({ local: 'jörg' }))
  test.each([
    ['a@[192.000.002.001]', 4, '192.0.2.1'],
    ['a@[IPv6:2001:0DB8:0:0:0:0:0:1]', 6, '2001:db8::1'],
    ['a@[IPv6:1:0:0:4:5:0:0:8]', 6, '1::4:5:0:0:8'],
    ['a@[IPv6:1:2:3:4:5:6:7::]', 6, '1:2:3:4:5:6:7:0'],
    ['a@[IPv6:64:ff9b::192.0.2.33]', 6, '64:ff9b::c000:221'],
    ['a@[IPv6:::]', 6, '::'],
  ])('has the address in its shortest form: %s', (text, family, address) =>
    expect(parts(text)).toMatchObject({ domain: { kind: 'literal', family, address } }),
  )
})
