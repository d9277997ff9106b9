// Checks the vault of a backup before anything depends on it.
import type { VaultRecord } from '../../kernel/ports/vault.js'
import { ROTATING } from './rotation.js'
import { CHECK_NAME, createWrapping, ownerBytes, ownerOf } from './wrapping.js'

/** Whether a vault's check (base64) belongs to one of these secret keys, of which there is at least one. */
export function opensCheck(secrets: readonly Buffer[], check: string): boolean {
  try {
    createWrapping(secrets[0]!, () => secrets).verifyProof(Buffer.from(check, 'base64'))
    return true
  } catch {
    return false
  }
}

/** Finds owners without a data key that one of the secrets opens. */
export function createKeyCheck(secrets: readonly Buffer[], owners: Iterable<string>) {
  const wrapping = createWrapping(secrets[0]!, () => secrets)
  const missing = new Map([...owners].map((owner) => [ownerBytes(owner).toString('base64'), owner]))
  return {
    see({ kind, id, value }: VaultRecord): void {
      const owner = kind === 'key' ? missing.get(id) : undefined
      if (owner === undefined) return
      try {
        wrapping.unwrap(owner, Buffer.from(value, 'base64'))
        missing.delete(id)
      } catch {
        // Wrapped with another secret key, or damaged.
      }
    },
    /** How many of the owners have no key. */
    missing: (): number => missing.size,
  }
}

/** Finds out whether records of a vault need the first of these secrets alone: not while it replaces the second. */
export function createSoleSecretCheck([secret, ...others]: readonly Buffer[]) {
  const wrapping = createWrapping(secret!, () => [secret!, ...others])
  const needsAnother = ({ kind, id, value }: VaultRecord): boolean => {
    if (kind === 'key')
      return wrapping.stateOf(ownerOf(Buffer.from(id, 'base64')), Buffer.from(value, 'base64')) === 'previous'
    return kind === 'check' && (id === ROTATING || (id === CHECK_NAME && !opensCheck([secret!], value)))
  }
  let isSole = true
  return {
    see(record: VaultRecord): void {
      if (needsAnother(record)) isSole = false
    },
    isSole: (): boolean => isSole,
  }
}
