import { describe, expect, test } from '@jest/globals'
import validator from 'validator'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'
import fc from '../../../testbed/fastCheck.js'

const theirs = (text: string): boolean => validator.isEmail(text)
const ours = (text: string): boolean => parseMailbox(text).ok

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
const local = fc.array(fc.oneof(word, fc.constantFrom('.', '+', '_', '-', '..', ' ', "'", '!')), {
  minLength: 1,
  maxLength: 5,
})
const label = fc.array(fc.oneof(word, fc.constantFrom('-', '_', ' ')), { minLength: 0, maxLength: 3 })

/** Plain ASCII with an alphabetic top-level domain of two letters or more: here the two agree. */
const plain = fc
  .tuple(local, fc.array(label, { minLength: 1, maxLength: 3 }), fc.stringMatching(/^[a-z]{2,6}$/))
  .map(([parts, labels, tld]) => `${parts.join('')}@${[...labels.map((each) => each.join('')), tld].join('.')}`)

test('validator.js agrees on plain addresses', () =>
  fc.assert(
    fc.property(plain, (text) => expect([text, ours(text)]).toEqual([text, theirs(text)])),
    { numRuns: 5_000 },
  ))

describe('where we differ from validator.js, the RFC decides', () => {
  test.each([
    // RFC 5321 section 4.1.2: a domain may have one label, a label may be digits or one letter.
    ['a@localhost', true],
    ['a@x.y', true],
    ['a@x.123', true],
    ['a@[192.0.2.1]', true],
    ['a@[IPv6:2001:db8::1]', true],
    // Full-width letters are mapped by UTS #46.
    ['a@ｇｍａｉｌ.com', true],
    // Symbols are no letters of a U-label (RFC 5892).
    ['a@x❤.com', false],
  ])('%s: %s', (text, answer) => {
    expect(ours(text)).toBe(answer)
    expect(theirs(text)).toBe(!answer)
  })
})
