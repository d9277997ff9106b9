/**
 * The store that a setting names cannot be used. The message is one line for the operator: which setting, what is
 * wrong, what to do.
 */
export class StoreUrlError extends Error {
  override readonly name = 'StoreUrlError'
}
