import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose (RFC 5869); keys of different purposes tell nothing of each other. */
export type DeriveKey = (purpose: string) => Buffer

/** @param secret the service's root secret, 32 bytes */
export const createKeyDerivation =
  (secret: Uint8Array): DeriveKey =>
  (purpose) =>
    Buffer.from(hkdfSync('sha256', secret, '', `mailproof:${purpose}`, 32))
