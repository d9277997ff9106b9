/**
 * Seals text under a data key of its owner (crypto-shredding): destroying one key makes all of that owner's data
 * unreadable, in every copy of the log. Data keys are kept in a separate store, wrapped by the service's secret key.
 */
export interface Vault {
  /** Encrypts with AES-256-GCM; base64url, bound to its owner. Creates the owner's data key if it does not exist. */
  seal(owner: string, text: string): Promise<string>
  /** Decrypts; undefined if the owner's key was destroyed. @throws Error when the sealed text was tampered with */
  open(owner: string, sealed: string): Promise<string | undefined>
  /** Destroys the owner's data key. */
  destroy(owner: string): Promise<void>
  ready(): Promise<void>
  close(): Promise<void>
}
