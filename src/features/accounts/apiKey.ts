import { hkdfSync, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from '../../kernel/ids.js'

/*
 * A key is a prefix that says what it opens, 30 random base62 digits (178 bits), and the CRC-32 of both as six
 * base62 digits: a mistyped key is refused without a look-up, and secret scanners can tell a key from noise.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_DIGITS = 30
const CHECK_DIGITS = 6
const SEED_BYTES = 32
/** Of so many bytes 30 are below 248, but for one time in 10^100. */
const STREAM_BYTES = 128
const EVEN = 248
const LENGTH = 4 + RANDOM_DIGITS + CHECK_DIGITS
const FORM = /^mp[kt]_[0-9A-Za-z]+$/
const PREFIXES = { live: 'mpk_', sandbox: 'mpt_' } as const

function check(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let index = 0; index < CHECK_DIGITS; index++) {
    digits = DIGITS[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** @param seed a secret of 256 random bits: the same makes the same key */
export function newApiKey(sandbox: boolean, seed: string | Uint8Array = randomBytes(SEED_BYTES)): string {
  const body = (sandbox ? PREFIXES.sandbox : PREFIXES.live) + digitsOf(seed)
  return body + check(body)
}

/** As many bytes of the seed (RFC 5869) as hold digits enough; those beyond a multiple of 62 would make some likelier. */
function digitsOf(seed: string | Uint8Array): string {
  const bytes = new Uint8Array(hkdfSync('sha256', seed, '', 'mailproof:api-key', STREAM_BYTES))
  const even = bytes.filter((byte) => byte < EVEN)
  return Array.from(even.subarray(0, RANDOM_DIGITS), (byte) => DIGITS[byte % 62]).join('')
}

/** Whether a text can be a key at all: form and check digits. */
export function isWellFormed(key: string): boolean {
  if (key.length !== LENGTH || !FORM.test(key)) return false
  const body = key.slice(0, -CHECK_DIGITS)
  return (
    (body.startsWith(PREFIXES.live) || body.startsWith(PREFIXES.sandbox)) && check(body) === key.slice(-CHECK_DIGITS)
  )
}

export const digestOf = (key: string): string => sha256(key)

/** The part of a key that may be shown. */
export const mask = (key: string): string => `${key.slice(0, 8)}…`
