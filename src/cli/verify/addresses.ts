// The addresses that `mailproof verify` is asked about.
import { createInterface } from 'node:readline'
import { UsageError } from '../output.js'

/** More would be a list: `mailproof bulk` keeps its columns and can be interrupted. */
const MAX_ADDRESSES = 10_000

const STDIN = '-'

/**
 * The arguments, and the lines of standard input in place of `-`.
 * @throws UsageError if standard input has none, or too many, or several in one argument
 */
export async function addressesOf(
  words: readonly string[],
  input: NodeJS.ReadableStream = process.stdin,
): Promise<readonly string[]> {
  if (words.filter((word) => word === STDIN).length > 1)
    throw new UsageError('Standard input (-) can be read only once.')
  const addresses: string[] = []
  for (const word of words) {
    if (word !== STDIN) addresses.push(oneAddress(word))
    else for await (const line of createInterface({ input, crlfDelay: Infinity })) add(line)
  }
  if (addresses.length === 0) throw new UsageError('Standard input has no address.')
  return addresses

  function add(line: string): void {
    if (line.trim() === '') return
    if (addresses.length === MAX_ADDRESSES)
      throw new UsageError(
        `There are more than ${MAX_ADDRESSES} addresses. Verify a list with mailproof bulk <file.csv>.`,
      )
    addresses.push(line)
  }
}

/** @throws UsageError for a list of addresses, each of which could be one: quoted local parts may have commas */
function oneAddress(word: string): string {
  const parts = word.split(/[,;]/).map((part) => part.trim())
  if (parts.length > 1 && parts.every((part) => /^[^\s"@]+@[^\s"@]+$/.test(part)))
    throw new UsageError(`Separate addresses by spaces: ${parts.join(' ')}`)
  return word
}
