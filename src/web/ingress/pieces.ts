// How many pieces content may arrive in: each costs about a microsecond, whether it brings a byte or 64 KiB.
import { LRUCache } from 'lru-cache'
import { createTokenBucket, type TokenBucket, type TokenBucketOptions } from '../../kernel/concurrency/tokenBucket.js'

/** Pieces that each body or message may have, whatever its size… */
const FREE_PIECES = 16
/** …plus one for every so many bytes. All others are small pieces. */
const BYTES_PER_PIECE = 64
/** Small pieces of all connections of one client site: burst size and rate per second. */
const PER_SITE: TokenBucketOptions = { capacity: 32_768, perSecond: 4_096 }
/** The same for all sites together. */
const PER_PROCESS: TokenBucketOptions = { capacity: 131_072, perSecond: 16_384 }
/** Client sites whose buckets are kept. An evicted one starts with a full bucket again. */
const MAX_SITES = 10_000

/** Counts the pieces of one body or message. */
export class PieceCount {
  #pieces = 0
  #bytes = 0

  /**
   * Counts a piece.
   * @param takeSmall takes a small piece out of its client's allowance; called for small pieces only
   * @returns whether the piece may be processed
   */
  admits(bytes: number, takeSmall: () => boolean): boolean {
    this.#bytes += bytes
    if (++this.#pieces <= FREE_PIECES + this.#bytes / BYTES_PER_PIECE) return true
    this.#pieces--
    return takeSmall()
  }
}

/** Takes a small piece out of the allowance of a client site. @returns false if nothing is left of it */
export type TakeSmallPiece = (site: string) => boolean

export function createPieceRates(perSite = PER_SITE, perProcess = PER_PROCESS): TakeSmallPiece {
  const sites = new LRUCache<string, TokenBucket>({ max: MAX_SITES })
  const all = createTokenBucket(perProcess)
  return (site) => {
    let own = sites.get(site)
    if (!own) {
      own = createTokenBucket(perSite)
      sites.set(site, own)
    }
    return own.tryTake(1) && all.tryTake(1)
  }
}
