import { correctedAddress } from '../../verification/index.js'
import { extractAddress } from '../input/cell/readCell.js'
import { checksOf, isValid, type Outcome } from '../run/outcome.js'

/**
 * The cells of the columns that a download appends, in their order.
 * @param cell the address as written in the file
 * @param withAddress whether the address that was verified is one of them
 */
export function resultCells(cell: string, outcome: Outcome, withAddress = false): string[] {
  const { disposable, role, free } = checksOf(outcome)
  const { status, reason = '', meant } = outcome
  const flags = [disposable, role, free].map(String)
  const address = withAddress || meant !== undefined ? extractAddress(cell) : ''
  return [
    status,
    String(isValid(outcome)),
    reason,
    ...flags,
    meant === undefined ? '' : correctedAddress(address, meant),
    ...(withAddress ? [reason === 'row_length' ? '' : address] : []),
  ]
}
