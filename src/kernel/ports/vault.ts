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
  ready(): Promise<void>
  close(): Promise<void>
}
