/**
 * The store named by a setting cannot be used. The message is one line for the operator: which setting, what is wrong,
 * and what to do.
 */
export class StoreUrlError extends Error {
  override readonly name = 'StoreUrlError'
}
