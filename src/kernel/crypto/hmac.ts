import { createHmac } from 'node:crypto'

/** HMAC-SHA256 (RFC 2104) of texts with one key. */
export const createHmacSha256 =
  (key: Uint8Array): ((text: string) => Buffer) =>
  (text) =>
    createHmac('sha256', key).update(text).digest()
