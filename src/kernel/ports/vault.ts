/**
 * Seals text under a data key of its owner's, so that destroying one key makes all of one owner's data unreadable,
 * in every copy of the log. Data keys live in a store of their own, wrapped by the service's secret key.
 */
export interface Vault {
  /** Sealed text: AES-256-GCM, base64url, bound to its owner. Makes the owner's data key when there is none. */
  seal(owner: string, text: string): Promise<string>
  /** The text, or undefined once the owner's key is destroyed. @throws Error when the sealed text was tampered with */
  open(owner: string, sealed: string): Promise<string | undefined>
  destroy(owner: string): Promise<void>
  ready(): Promise<void>
  close(): Promise<void>
}
