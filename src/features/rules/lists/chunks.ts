// Divides the entries of a list into chunks that fit into one event each, and reads their hashes back.
import type { ListChunkPut } from '../events.js'

/** Well below what one append may hold. */
const MAX_CHUNK_BYTES = 256 * 1024
const QUOTES = '"",'.length

/** Digits of a hash of 42 bits. */
const HASH_DIGITS = 7
const BITS = 6
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]))

/** A hash as seven base64url digits. */
function textOf(hash: number): string {
  let text = ''
  let rest = hash
  for (let digit = 0; digit < HASH_DIGITS; digit++) {
    text = DIGITS[rest % 2 ** BITS]! + text
    rest = Math.floor(rest / 2 ** BITS)
  }
  return text
}

/** Hashes in the order of the texts. */
export function readHashes(addresses: string): number[] {
  const hashes: number[] = []
  for (let from = 0; from < addresses.length; from += HASH_DIGITS) {
    let hash = 0
    for (let at = from; at < from + HASH_DIGITS; at++) hash = hash * 2 ** BITS + VALUES.get(addresses[at]!)!
    hashes.push(hash)
  }
  return hashes
}

type Chunk = Pick<ListChunkPut['data'], 'domains' | 'addresses'>

/** @param domains in order @param hashes of addresses */
export function chunksOf(domains: readonly string[], hashes: readonly number[]): Chunk[] {
  const chunks: Chunk[] = []
  let part: string[] = []
  let bytes = 0
  const end = () => {
    if (part.length > 0) chunks.push({ domains: part, addresses: '' })
    part = []
    bytes = 0
  }
  for (const domain of domains) {
    if (bytes + domain.length + QUOTES > MAX_CHUNK_BYTES) end()
    part.push(domain)
    bytes += domain.length + QUOTES
  }
  end()
  const perChunk = Math.floor(MAX_CHUNK_BYTES / HASH_DIGITS)
  const inOrder = [...new Set(hashes)].sort((a, b) => a - b)
  for (let from = 0; from < inOrder.length; from += perChunk) {
    chunks.push({
      domains: [],
      addresses: inOrder
        .slice(from, from + perChunk)
        .map(textOf)
        .join(''),
    })
  }
  return chunks
}
