// The format of API keys and of invitations' codes, and their check digits.
import { describe, expect, test } from '@jest/globals'
import {
  digestOf,
  isWellFormedInvite,
  isWellFormedKey,
  maskKey,
  newApiKey,
  newInviteCode,
} from '../../src/features/accounts/apiKey.js'
import fc from '../../testbed/fastCheck.js'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 40

/** CRC-32 (ISO-HDLC, as in zlib) bit by bit, and base62: a second implementation of the key format. */
function checked(body: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(body)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  let digits = ''
  for (; digits.length < 6; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits
  return body + digits
}

const prefix = fc.constantFrom('mpk_', 'mpt_')
const digits = fc.array(fc.constantFrom(...DIGITS), { minLength: 30, maxLength: 30 }).map((all) => all.join(''))
const key = fc.tuple(prefix, digits).map(([before, random]) => checked(before + random))

describe('a new key', () => {
  test.each([
    [false, /^mpk_[0-9A-Za-z]{36}$/],
    [true, /^mpt_[0-9A-Za-z]{36}$/],
  ])('shows its kind in its prefix: sandbox %p', (sandbox, form) => {
    const text = newApiKey(sandbox)
    expect(text).toMatch(form)
    expect(text).toBe(checked(text.slice(0, -6)))
    expect(isWellFormedKey(text)).toBe(true)
  })

  test.each([
    [false, /^pk_mp_[0-9A-Za-z]{36}$/],
    [true, /^pk_mpt_[0-9A-Za-z]{36}$/],
  ])('that is publishable begins differently: sandbox %p', (sandbox, form) => {
    const text = newApiKey(sandbox, undefined, true)
    expect(text).toMatch(form)
    expect(text).toBe(checked(text.slice(0, -6)))
    expect(isWellFormedKey(text)).toBe(true)
    expect(isWellFormedKey(text.slice(3))).toBe(false)
    expect(maskKey(text)).toBe(`${text.slice(0, sandbox ? 11 : 10)}…`)
  })

  test('is the same for the same seed, and differs for another', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 32 }), fc.string({ minLength: 32 }), (seed, other) => {
        const text = newApiKey(false, seed)
        expect(isWellFormedKey(text)).toBe(true)
        expect(newApiKey(false, seed)).toBe(text)
        expect(newApiKey(false, other) === text).toBe(Buffer.from(seed).equals(Buffer.from(other)))
      }),
    )
  })

  test('is never issued twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newApiKey(false))).size).toBe(1_000)
  })

  test('uses every digit in every place', () => {
    const keys = Array.from({ length: 2_000 }, () => newApiKey(false))
    for (let place = 4; place < 34; place++) {
      expect(new Set(keys.map((text) => text[place])).size).toBe(DIGITS.length)
    }
  })
})

describe('a well-formed key', () => {
  test('is recognised by its check digits, which never change', () => {
    expect(isWellFormedKey(checked(`mpk_${'0'.repeat(30)}`))).toBe(true)
    fc.assert(fc.property(key, (text) => expect(isWellFormedKey(text)).toBe(true)))
  })

  test('is invalid with one character changed, whichever and to whatever', () => {
    const others = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
    const text = checked('mpk_4fJ2kQ9sXb7LmNcR1tVwYz0aDgHpEu')
    for (let place = 0; place < LENGTH; place++) {
      for (const other of others) {
        if (other === text[place]) continue
        expect(isWellFormedKey(text.slice(0, place) + other + text.slice(place + 1))).toBe(false)
      }
    }
    fc.assert(
      fc.property(
        key,
        fc.nat({ max: LENGTH - 1 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (whole, place, other) => {
          fc.pre(other !== whole[place])
          expect(isWellFormedKey(whole.slice(0, place) + other + whole.slice(place + 1))).toBe(false)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('is invalid with two neighbouring characters swapped', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: LENGTH - 2 }), (text, place) => {
        fc.pre(text[place] !== text[place + 1])
        const swapped = text.slice(0, place) + text[place + 1] + text[place] + text.slice(place + 2)
        expect(isWellFormedKey(swapped)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is invalid with a character more or less', () => {
    fc.assert(
      fc.property(key, fc.nat({ max: LENGTH }), (text, place) => {
        expect(isWellFormedKey(`${text.slice(0, place)}0${text.slice(place)}`)).toBe(false)
        expect(isWellFormedKey(text.slice(0, place) + text.slice(place + 1))).toBe(place === LENGTH)
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['a prefix', 'mpk_'],
    ['space around it', ` ${checked(`mpk_${'a'.repeat(30)}`)} `],
    ['another prefix', checked(`mpx_${'a'.repeat(30)}`)],
    ['capitals in the prefix', checked(`MPK_${'a'.repeat(30)}`)],
    ['no digits but the right check', checked(`mpk_${'-'.repeat(30)}`)],
    ['NUL', checked(`mpk_${'a'.repeat(29)}\0`)],
    ['a line break', checked(`mpk_${'a'.repeat(29)}\n`)],
    ['letters beyond ASCII', checked(`mpk_${'ä'.repeat(30)}`)],
    ['digits of another script', checked(`mpk_${'٣'.repeat(30)}`)],
    ['lone surrogates', '\ud800'.repeat(LENGTH)],
    ['astral characters', '😀'.repeat(LENGTH / 2)],
    ['a megabyte', 'mpk_'.repeat(250_000)],
  ])('is none: %s', (_, text) => expect(isWellFormedKey(text)).toBe(false))

  test('is recognised without ever throwing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => isWellFormedKey(text) === false))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 36, maxLength: 36 }), (text) => {
        expect(isWellFormedKey(`mpk_${text}`)).toBe(false)
      }),
    )
  })
})

describe('what is stored of a key', () => {
  test('is its SHA-256, lower-case hex', () => {
    expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('is its first eight characters, for display', () => {
    fc.assert(fc.property(key, (text) => expect(maskKey(text)).toBe(`${text.slice(0, 8)}…`)))
  })
})

describe('the code of an invitation', () => {
  test('has the form of a key, and is none', () => {
    const code = newInviteCode()
    expect(code).toMatch(/^mpi_[0-9A-Za-z]{36}$/)
    expect(code).toBe(checked(code.slice(0, -6)))
    expect([isWellFormedInvite(code), isWellFormedKey(code)]).toEqual([true, false])
  })

  test.each([
    ['a key', newApiKey(false)],
    ['nothing', ''],
    ['a mistyped code', `${checked(`mpi_${'a'.repeat(30)}`).slice(0, -1)}_`],
  ])('is not %s', (_, text) => expect(isWellFormedInvite(text)).toBe(false))
})
