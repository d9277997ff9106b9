import { hkdfSync, type KeyObject } from 'node:crypto'
import { SEAL_BYTES, seal, unseal } from '../sealing/sealing.js'

/** Version of the format of sealed text. */
const FORMAT_VERSION = 1
/** The key id is part of sealed text, because an owner whose key was destroyed may get a new one. */
export const KEY_ID_BYTES = 8
const BASE64URL = /^[A-Za-z0-9_-]+$/

export interface DataKey {
  readonly id: Buffer
  readonly key: KeyObject
}

/** Encrypts to version, key id, nonce, ciphertext and tag as base64url. All of it and the owner are authenticated. */
export function sealText({ id, key }: DataKey, owner: string, text: string): string {
  const head = Buffer.concat([Buffer.of(FORMAT_VERSION), id])
  return Buffer.concat([head, seal(key, contextOf(head, owner), Buffer.from(text))]).toString('base64url')
}

/** Derives a 32-byte key for one purpose, so that data keys themselves only ever seal. */
export const derivedKey = ({ key }: DataKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `mailproof vault: ${purpose}`, 32))

/** The id of the key that a text was sealed with. @throws Error if this is not a sealed text */
export function keyIdOf(sealed: string): Buffer {
  const bytes = BASE64URL.test(sealed) ? Buffer.from(sealed, 'base64url') : undefined
  if (
    !bytes ||
    bytes[0] !== FORMAT_VERSION ||
    bytes.length < 1 + KEY_ID_BYTES + SEAL_BYTES ||
    bytes.toString('base64url') !== sealed
  ) {
    throw new Error('This is not a sealed text.')
  }
  return bytes.subarray(1, 1 + KEY_ID_BYTES)
}

/** Decrypts. @throws Error if the text was modified, or belongs to another owner or key */
export function openText(key: KeyObject, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const head = bytes.subarray(0, 1 + KEY_ID_BYTES)
  try {
    return unseal(key, contextOf(head, owner), bytes.subarray(head.length)).toString()
  } catch (error) {
    throw new Error('The sealed text was modified or belongs to another owner.', { cause: error })
  }
}

const contextOf = (head: Buffer, owner: string) => `${head.toString('hex')} ${owner}`
