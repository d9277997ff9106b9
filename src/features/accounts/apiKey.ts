// Makes, checks and masks API keys.
import { hkdfSync, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from '../../kernel/ids.js'

/*
 * An API key consists of a prefix (live or sandbox), 30 random base62 digits (178 bits), and the CRC-32 of both as six
 * base62 digits. The checksum rejects a mistyped key without a lookup, and lets secret scanners recognise real keys.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_DIGITS = 30
const CHECK_DIGITS = 6
const SEED_BYTES = 32
/** Derived bytes per key: at least 30 of them are below 248, except with a probability of 1 in 10^100. */
const STREAM_BYTES = 128
/** The largest multiple of 62 that fits in a byte: only bytes below it map to base62 digits without bias. */
const UNBIASED_LIMIT = 248
const LENGTH = 4 + RANDOM_DIGITS + CHECK_DIGITS
const PATTERN = /^mp[kt]_[0-9A-Za-z]+$/
const PREFIXES = { live: 'mpk_', sandbox: 'mpt_' } as const

/** The CRC-32 of a key's body as six base62 digits. */
function checkDigits(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let index = 0; index < CHECK_DIGITS; index++) {
    digits = DIGITS[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** @param seed a secret of 256 random bits; the same seed always yields the same key */
export function newApiKey(sandbox: boolean, seed: string | Uint8Array = randomBytes(SEED_BYTES)): string {
  const body = (sandbox ? PREFIXES.sandbox : PREFIXES.live) + digitsOf(seed)
  return body + checkDigits(body)
}

/**
 * Expands the seed with HKDF (RFC 5869) into base62 digits. Bytes from 248 up are dropped, because they would bias the
 * digits.
 */
function digitsOf(seed: string | Uint8Array): string {
  const bytes = new Uint8Array(hkdfSync('sha256', seed, '', 'mailproof:api-key', STREAM_BYTES))
  const unbiased = bytes.filter((byte) => byte < UNBIASED_LIMIT)
  return Array.from(unbiased.subarray(0, RANDOM_DIGITS), (byte) => DIGITS[byte % 62]).join('')
}

/** Whether a text has the format of a key, with correct check digits. Does not look the key up. */
export function isWellFormedKey(key: string): boolean {
  if (key.length !== LENGTH || !PATTERN.test(key)) return false
  const body = key.slice(0, -CHECK_DIGITS)
  return (
    (body.startsWith(PREFIXES.live) || body.startsWith(PREFIXES.sandbox)) &&
    checkDigits(body) === key.slice(-CHECK_DIGITS)
  )
}

export const digestOf = (key: string): string => sha256(key)

/** The masked form of a key that may be displayed: its first eight characters. */
export const maskKey = (key: string): string => `${key.slice(0, 8)}…`
