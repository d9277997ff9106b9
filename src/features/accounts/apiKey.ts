// Makes and checks API keys, invitations and confirmation tokens. Only their SHA-256 is stored (`digestOf`).
import { hkdfSync, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from '../../kernel/ids.js'

/*
 * An API key consists of a prefix, which says of which kind it is, 30 random base62 digits (178 bits), and the CRC-32 of
 * both as six base62 digits. The checksum rejects a mistyped key without a lookup, and lets secret scanners recognise real
 * keys. Invitations, and the tokens of links that confirm addresses, have the same form.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_DIGITS = 30
const CHECK_DIGITS = 6
const SEED_BYTES = 32
/** Derived bytes per key: at least 30 of them are below 248, except with a probability of 1 in 10^100. */
const STREAM_BYTES = 128
/** The largest multiple of 62 that fits in a byte: only bytes below it map to base62 digits without bias. */
const UNBIASED_LIMIT = 248
const PATTERN = /^(mp[ktic]_|pk_mpt?_)[0-9A-Za-z]{36}$/
const INVITE_PREFIX = 'mpi_'
const CONFIRMATION_PREFIX = 'mpc_'
/** Digits of a key that may be displayed. */
const SHOWN_DIGITS = 4

interface KeyKind {
  readonly sandbox: boolean
  readonly publishable: boolean
}

/** Publishable keys begin differently, so that nobody takes a secret key for one that may be in a page. */
const prefixOf = ({ sandbox, publishable }: KeyKind): string =>
  publishable ? (sandbox ? 'pk_mpt_' : 'pk_mp_') : sandbox ? 'mpt_' : 'mpk_'

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

type Seed = string | Uint8Array

/** @param seed a secret of 256 random bits; the same seed always yields the same key */
export const newApiKey = (sandbox: boolean, seed?: Seed, publishable = false): string =>
  newSecret(prefixOf({ sandbox, publishable }), seed)

/** The code of an invitation to create an account. */
export const newInviteCode = (): string => newSecret(INVITE_PREFIX)

/** The token of a link that confirms an address. @param seed as of `newApiKey` */
export const newConfirmationToken = (seed: Seed): string => newSecret(CONFIRMATION_PREFIX, seed)

function newSecret(prefix: string, seed: Seed = randomBytes(SEED_BYTES)): string {
  const body = prefix + digitsOf(seed)
  return body + checkDigits(body)
}

/**
 * Expands the seed with HKDF (RFC 5869) into base62 digits. Bytes from 248 up are dropped, because they would bias the
 * digits.
 */
function digitsOf(seed: Seed): string {
  const bytes = new Uint8Array(hkdfSync('sha256', seed, '', 'mailproof:api-key', STREAM_BYTES))
  const unbiased = bytes.filter((byte) => byte < UNBIASED_LIMIT)
  return Array.from(unbiased.subarray(0, RANDOM_DIGITS), (byte) => DIGITS[byte % 62]).join('')
}

/** Whether a text has the format of a key, with correct check digits. Does not look the key up. */
export const isWellFormedKey = (key: string): boolean =>
  isWellFormed(key) && !key.startsWith(INVITE_PREFIX) && !key.startsWith(CONFIRMATION_PREFIX)

/** Whether a text has the format of an invitation's code, with correct check digits. */
export const isWellFormedInvite = (code: string): boolean => isWellFormed(code) && code.startsWith(INVITE_PREFIX)

/** Whether a text has the format of the token of a link, with correct check digits. */
export const isWellFormedConfirmation = (token: string): boolean =>
  isWellFormed(token) && token.startsWith(CONFIRMATION_PREFIX)

const isWellFormed = (text: string): boolean =>
  PATTERN.test(text) && checkDigits(text.slice(0, -CHECK_DIGITS)) === text.slice(-CHECK_DIGITS)

export const digestOf = (key: string): string => sha256(key)

/** The masked form of a key that may be displayed: its prefix and four digits. */
export const maskKey = (key: string): string => `${key.slice(0, SHOWN_DIGITS - RANDOM_DIGITS - CHECK_DIGITS)}…`
