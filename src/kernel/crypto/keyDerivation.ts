import { hkdfSync } from 'node:crypto'

/**
 * Derives a 32-byte key for one purpose (HKDF, RFC 5869); keys for different purposes reveal nothing about each other.
 */
export type DeriveKey = (purpose: string) => Buffer

/** @param secret the service's root secret, 32 bytes */
export const createKeyDerivation =
  (secret: Uint8Array): DeriveKey =>
  (purpose) =>
    Buffer.from(hkdfSync('sha256', secret, '', `mailproof:${purpose}`, 32))
