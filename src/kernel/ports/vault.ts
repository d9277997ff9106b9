// The port of the vault: data keys per owner that can be destroyed, and what they seal.

/** A record of a vault as it is stored: data keys stay wrapped by the service's secret key. */
export interface VaultRecord {
  /** `check` belongs to the secret key, not to an owner. */
  readonly kind: 'key' | 'destroyed' | 'check'
  /** Of a key: what stands for its owner. Of a destroyed key: that key's id. Both base64; of a check, its name. */
  readonly id: string
  /** Base64; empty for a destroyed key. */
  readonly value: string
}

/** Numbers of data keys by the secret key that wraps them. Unreadable ones were damaged, or wrapped with another secret. */
export interface VaultKeys {
  readonly current: number
  readonly previous: number
  readonly unreadable: number
}

/** Called with the number of data keys that were wrapped again so far. */
export type RewrapProgress = (keys: number) => void

/**
 * Seals text under a data key of its owner (crypto-shredding): destroying one key makes all of that owner's data
 * unreadable, in every copy of the log. Data keys are kept in a separate store, wrapped by the service's secret key.
 */
export interface Vault {
  /** Encrypts with AES-256-GCM; base64url, bound to its owner. Creates the owner's data key if it does not exist. */
  seal(owner: string, text: string): Promise<string>
  /** Decrypts; undefined if the owner's key was destroyed. @throws Error when the sealed text was tampered with */
  open(owner: string, sealed: string): Promise<string | undefined>
  /**
   * A 32-byte key for one purpose, derived from the owner's data key (HKDF, RFC 5869): gone with it, for all who have not
   * derived it before. Creates the data key if it does not exist.
   */
  deriveKey(owner: string, purpose: string): Promise<Buffer>
  /** Destroys the owner's data key. */
  destroy(owner: string): Promise<void>
  /**
   * The root of the keys that belong to no owner: the first secret key of the installation. It is kept in the vault when
   * the secret key changes, because hashes of addresses and signing secrets must not change with it.
   */
  derivationRoot(): Promise<Buffer>
  inspect(): Promise<VaultKeys>
  /**
   * Replaces the secret key before the current one: wraps every data key with the current one. Safe while services use the
   * vault, as long as each of them knows both.
   */
  rewrap(onProgress: RewrapProgress): Promise<VaultKeys>
  /** Every record, for backups. A key that is created or destroyed meanwhile may be included or not. */
  records(): AsyncIterable<VaultRecord>
  ready(): Promise<void>
  close(): Promise<void>
}
