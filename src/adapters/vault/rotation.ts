// Replaces the secret key of a vault: wraps every data key with the current one, while services use the vault.

import type { RewrapProgress, VaultKeys } from '../../kernel/ports/vault.js'
import { CHECK_NAME, type KeyState, ownerOf, type Wrapping } from './wrapping.js'

/** Record that is there until all data keys are wrapped for the current secret. */
export const ROTATING = 'rotating'

/** A stored key: its database key, which stands for the owner, and its value. */
interface StoredKey {
  readonly owner: Buffer
  readonly value: Buffer
}

/** What a rotation needs of a vault's store. Every method is durable when it resolves. */
export interface RotatedStore {
  readCheck(name: string): Promise<Buffer | undefined>
  /** Writes or replaces checks, in this order. */
  writeChecks(checks: readonly { readonly name: string; readonly value: Buffer }[]): Promise<void>
  removeCheck(name: string): Promise<void>
  /** All keys, in pages. */
  pages(): AsyncIterable<readonly StoredKey[]>
  /** Replaces the values of keys that still have the value before. */
  replace(changes: readonly (StoredKey & { readonly after: Buffer })[]): Promise<void>
}

/** The derivation root of a vault. */
export async function rootIn(store: Pick<RotatedStore, 'readCheck'>, wrapping: Wrapping): Promise<Buffer> {
  for (const name of wrapping.rootNames()) {
    const found = await store.readCheck(name)
    if (found) return wrapping.derivationRoot(found)
  }
  return wrapping.derivationRoot(undefined)
}

/** Counts the data keys by the secret that wraps them. */
export async function inspectKeys(store: RotatedStore, wrapping: Wrapping): Promise<VaultKeys> {
  const counts: Record<KeyState, number> = { current: 0, previous: 0, unreadable: 0 }
  for await (const page of store.pages())
    for (const { owner, value } of page) counts[wrapping.stateOf(ownerOf(owner), value)]++
  return counts
}

/**
 * Wraps all data keys for the current secret. The proof is replaced first, so that keys created meanwhile are, too; the
 * derivation root before it, so that whoever accepts the proof has the root. Interrupted at any point, it resumes.
 */
export async function rotateKeys(
  store: RotatedStore,
  wrapping: Wrapping,
  onProgress: RewrapProgress,
): Promise<VaultKeys> {
  if (!wrapping.isActive()) {
    const root = wrapping.rootRecord(await rootIn(store, wrapping))
    const proof = { name: CHECK_NAME, value: wrapping.createProof() }
    await store.writeChecks([root, { name: ROTATING, value: Buffer.of(1) }, proof])
    wrapping.verifyProof(proof.value)
  }
  let done = 0
  for (;;) {
    for await (const page of store.pages()) {
      const stale = page.filter(({ owner, value }) => wrapping.stateOf(ownerOf(owner), value) === 'previous')
      await store.replace(stale.map((key) => ({ ...key, after: wrapping.rewrap(ownerOf(key.owner), key.value) })))
      done += stale.length
      onProgress(done)
    }
    const keys = await inspectKeys(store, wrapping)
    if (keys.previous > 0) continue
    if (keys.unreadable === 0) await store.removeCheck(ROTATING)
    return keys
  }
}
