import { correctedAddress } from '../../verification/index.js'
import { extractAddress } from '../input/cell/readCell.js'
import type { Additions } from '../input/resultColumns.js'
import { checksOf, decisionOf, isValid, type Outcome } from '../run/outcome.js'

/**
 * The cells of the columns that a download appends, in their order.
 * @param cell the address as written in the file
 * @param additions the address that was verified, and what the account's rules decided, if these are among them
 */
export function resultCells(
  cell: string,
  outcome: Outcome,
  { withAddress = false, withRules = false, withMailbox = false }: Additions = {},
): string[] {
  const { action = '', rule } = decisionOf(outcome) ?? {}
  const { disposable, role, free } = checksOf(outcome)
  const { status, reason = '', meant, mailbox } = outcome
  const flags = [disposable, role, free].map(String)
  const address = withAddress || meant !== undefined ? extractAddress(cell) : ''
  return [
    status,
    String(isValid(outcome)),
    reason,
    ...flags,
    meant === undefined ? '' : correctedAddress(address, meant),
    ...(withAddress ? [reason === 'row_length' ? '' : address] : []),
    ...(withRules ? [action, rule ?? ''] : []),
    ...(withMailbox ? [mailbox?.result ?? '', mailbox ? String(mailbox.retryAt === undefined) : ''] : []),
  ]
}
