import { describe, expect, test } from '@jest/globals'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'
import { PROBLEM_SENTENCES } from '../../../src/features/verification/engine/syntax/problems.js'
import fc from '../../support/fastCheck.js'
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
    fc.assert(fc.property(noise, soundly), { numRuns: 5_000 })
    fc.assert(fc.property(address, soundly), { numRuns: 3_000 })
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), soundly), { numRuns: 2_000 })
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
