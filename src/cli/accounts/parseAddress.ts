import { parseMailbox } from '../../features/verification/index.js'
import { UsageError } from '../output.js'

/** @throws UsageError */
export function parseAddress(text: string): string {
  const address = text.trim()
  if (!parseMailbox(address).ok) throw new UsageError('Not a valid address. Example: ada@example.org')
  return address
}
