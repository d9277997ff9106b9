/** Loads a month's quota usage from the log; initialises the ledger. */
export type Prime = () => Promise<number>

/**
 * Ledger of the address quota per account and month: charged + reserved (both recorded as events) + in flight. It is a
 * cache of the log: it is initialised by `prime` and may be lost at any time.
 */
export interface Ledger {
  /**
   * Takes `amount` if `used + amount <= limit`, all or nothing, atomically.
   * @param prime called once per account and month, before anything is taken
   */
  take(
    account: string,
    month: string,
    amount: number,
    limit: number,
    prime: Prime,
  ): Promise<{ taken: boolean; used: number }>
  /** Releases what was taken but not charged. Call it once, from the code that appended the corresponding event. */
  giveBack(account: string, month: string, amount: number): Promise<void>
}
