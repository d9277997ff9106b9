import { UsageError } from '../output.js'

/** @throws UsageError */
export async function parseAddress(text: string): Promise<string> {
  const { parseMailbox } = await import('../../features/verification/index.js')
  const address = text.trim()
  if (!parseMailbox(address).ok) throw new UsageError('Not a valid address. Example: ada@example.org')
  return address
}
