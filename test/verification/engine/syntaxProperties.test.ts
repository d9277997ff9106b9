// Properties of the address parser over any text.
import { describe, expect, test } from '@jest/globals'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'
import { PROBLEM_SENTENCES } from '../../../src/features/verification/engine/syntax/problems.js'
import fc from '../../../testbed/fastCheck.js'
import { address, noise } from './support/addresses.js'

const soundly = (text: string): void => {
  const parsed = parseMailbox(text)
  if (!parsed.ok) {
    expect(PROBLEM_SENTENCES).toHaveProperty(parsed.problem)
    return
  }
  const { local, domain } = parsed.mailbox
  expect(Buffer.byteLength(local)).toBeLessThanOrEqual(64)
  if (domain.kind === 'name') {
    expect(Buffer.byteLength(local) + 1 + domain.ascii.length).toBeLessThanOrEqual(254)
    expect(domain.ascii).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/)
  }
}

describe('any text', () => {
  test('gets an answer, and a valid one keeps its limits', () => {
    fc.assert(fc.property(noise, soundly), { numRuns: 2_000 })
    fc.assert(fc.property(address, soundly), { numRuns: 1_000 })
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), soundly), { numRuns: 1_000 })
  })

  test('with lone surrogates gets an answer', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }), (units) =>
        soundly(`${String.fromCharCode(...units)}@x.org`),
      ),
      { numRuns: 2_000 },
    ))

  test('with surrounding whitespace is invalid', () =>
    fc.assert(
      fc.property(address, fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000'), (text, space) => {
        expect(parseMailbox(space + text).ok).toBe(false)
        expect(parseMailbox(text + space).ok).toBe(false)
      }),
    ))
})

describe('a local part beyond ASCII', () => {
  const codePoint = fc.integer({ min: 0x80, max: 0x10ffff }).filter((each) => each < 0xd800 || each > 0xdfff)
  const parse = (local: string) => parseMailbox(`${local}@x.org`)
  /** AM vowels of Thai and Lao, the only exceptions. */
  const withoutAm = (text: string) => text.replace(/[\u0e33\u0eb3]/g, 'x')

  test('is stable under NFKC, so that no server takes it for another', () =>
    fc.assert(
      fc.property(fc.array(codePoint, { minLength: 1, maxLength: 6 }), (points) => {
        const parsed = parse(`a${String.fromCodePoint(...points)}`)
        if (!parsed.ok) return
        const local = withoutAm(parsed.mailbox.local)
        expect(local.normalize('NFKC')).toBe(local)
      }),
      { numRuns: 6_000 },
    ))

  test('has no unassigned, ignorable, private or formatting code point but joiners and emoji selectors', () =>
    fc.assert(
      fc.property(codePoint, (point) => {
        const text = String.fromCodePoint(point)
        if (!/[\p{Cn}\p{Co}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)) return
        expect([point.toString(16), parse(`a${text}b`).ok]).toEqual([point.toString(16), false])
      }),
      { numRuns: 6_000 },
    ))

  test.each(['Latin', 'Cyrillic', 'Han', 'Devanagari', 'Thai'])(
    'may have every %s letter that NFKC leaves alone',
    (script) => {
      const isLetter = new RegExp(`^\\p{Script=${script}}$`, 'u')
      for (let point = 0x80; point < 0x10000; point += 1) {
        const text = String.fromCodePoint(point)
        if (!isLetter.test(text) || !/^\p{L}$/u.test(text) || withoutAm(text.normalize('NFKC')) !== withoutAm(text))
          continue
        expect([point.toString(16), parse(text).ok]).toEqual([point.toString(16), true])
      }
    },
  )
})

describe('a megabyte', () => {
  /** Whether a text is refused without reading any of its characters. */
  const refusedUnread = (text: string): boolean => {
    const original = String.prototype.charCodeAt
    let reads = 0
    String.prototype.charCodeAt = function counted(this: string, index: number) {
      reads++
      return original.call(this, index)
    }
    try {
      return !parseMailbox(text).ok && reads === 0
    } finally {
      String.prototype.charCodeAt = original
    }
  }

  test.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['a long local part', `${'a'.repeat(1_000_000)}@x.org`],
    ['a long domain', `a@${'x.'.repeat(500_000)}org`],
    ['at signs', '@'.repeat(1_000_000)],
    ['quotes', '"'.repeat(1_000_000)],
    ['backslashes', `"${'\\'.repeat(1_000_000)}`],
    ['dots', `a@${'.'.repeat(1_000_000)}`],
    ['marks', `ü${'\u0301'.repeat(1_000_000)}@x.org`],
    ['surrogates', '\ud800'.repeat(1_000_000)],
    ['digits', `a@[${'1'.repeat(1_000_000)}]`],
    ['colons', `a@[IPv6:${':'.repeat(1_000_000)}]`],
    ['ideographs', `a@${'中'.repeat(1_000_000)}.org`],
  ])('of %s is rejected by its length, without parsing', (_, text) => expect(refusedUnread(text)).toBe(true))

  test('is the only text that is not parsed', () => expect(refusedUnread('a b@x.org')).toBe(false))
})
