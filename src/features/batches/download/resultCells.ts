import { domainToASCII } from 'node:url'
import { correctedAddress } from '../../verification/index.js'
import { extractAddress } from '../input/cell/readCell.js'
import type { Additions } from '../input/resultColumns.js'
import { checksOf, decisionOf, isValid, type Outcome } from '../run/outcome.js'

/**
 * The cells of the columns that a download appends, in their order.
 * @param cell the address as written in the file
 * @param fits whether the file's encoding has all characters of a text
 * @param additions the address that was verified, and what the account's rules decided, if these are among them
 */
export function resultCells(
  cell: string,
  outcome: Outcome,
  fits: (text: string) => boolean,
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
    meant === undefined ? '' : correction(address, meant, fits),
    ...(withAddress ? [reason === 'row_length' ? '' : address] : []),
    ...(withRules ? [action, rule ?? ''] : []),
    ...(withMailbox ? [mailbox?.result ?? '', mailbox ? String(mailbox.retryAt === undefined) : ''] : []),
  ]
}

/** The corrected address, with the ASCII form of its domain if only that fits; empty if its local part does not fit. */
const correction = (address: string, meant: string, fits: (text: string) => boolean): string =>
  [meant, domainToASCII(meant)].map((domain) => correctedAddress(address, domain)).find(fits) ?? ''
