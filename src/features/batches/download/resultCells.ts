import { correctedAddress } from '../../verification/index.js'
import { extractAddress } from '../input/extractAddress.js'
import { checksOf, isValid, type Outcome } from '../run/outcome.js'

/** The columns that a download appends to the file's own. */
export const RESULT_COLUMNS = [
  'mp_status',
  'mp_valid',
  'mp_reason',
  'mp_disposable',
  'mp_role',
  'mp_free',
  'mp_did_you_mean',
] as const

/** @param cell the address as written in the file */
export function resultCells(cell: string, outcome: Outcome): string[] {
  const { disposable, role, free } = checksOf(outcome)
  const { status, reason = '', meant } = outcome
  const flags = [disposable, role, free].map(String)
  return [
    status,
    String(isValid(outcome)),
    reason,
    ...flags,
    meant === undefined ? '' : correctedAddress(extractAddress(cell), meant),
  ]
}
