/** @throws RangeError for a negative amount or NaN */
export function checkAmount(amount: number): void {
  if (!(amount >= 0)) throw new RangeError('The amount must not be negative.')
}
