/** What the log says of a month; the ledger begins with it. */
export type Prime = () => Promise<number>

/**
 * Quota of addresses per account and month: charged + reserved (both events) + in flight. A cache of the log,
 * which is why it begins with a prime and may be lost at any time.
 */
export interface Ledger {
  /**
   * Takes `amount` if `used + amount <= limit`, all or nothing, exact under races.
   * @param prime asked once per account and month, before anything is taken
   */
  take(
    account: string,
    month: string,
    amount: number,
    limit: number,
    prime: Prime,
  ): Promise<{ taken: boolean; used: number }>
  /** Gives back what was taken and not charged; once, by whoever appended the event that says so. */
  giveBack(account: string, month: string, amount: number): Promise<void>
}
