// How many pieces content may arrive in: each costs about a microsecond, whether it brings a byte or 64 KiB.
import { LRUCache } from 'lru-cache'
import { createTokenBucket, type TokenBucket, type TokenBucketOptions } from '../../kernel/concurrency/tokenBucket.js'
import { perClient } from '../../kernel/limits.js'

const { free, bytesPerPiece } = perClient.smallPieces
/** Small pieces of all connections of one client site: burst size and rate per second. */
export const PER_SITE: TokenBucketOptions = perClient.smallPieces.perSite
/** The part of it that a site may use whatever others do. */
export const RESERVED: TokenBucketOptions = perClient.smallPieces.reserved
/** What all sites together may use beyond their reserved parts. */
export const SHARED: TokenBucketOptions = perClient.smallPieces.shared
/** Client sites whose buckets are kept. An evicted one starts with a full bucket again. */
const MAX_SITES = 10_000

/** Whether a piece may be processed: `excess` if its site has used up its allowance, `busy` if all together have. */
export type Admission = 'admitted' | 'excess' | 'busy'

/** Counts the pieces of one body or message. */
export class PieceCount {
  #pieces = 0
  #bytes = 0

  /**
   * Counts a piece.
   * @param takeSmall takes a small piece out of its client's allowance; called for small pieces only
   */
  admits(bytes: number, takeSmall: () => Admission): Admission {
    this.#bytes += bytes
    if (++this.#pieces <= free + this.#bytes / bytesPerPiece) return 'admitted'
    this.#pieces--
    return takeSmall()
  }
}

/** Takes a small piece out of the allowance of a client site. */
export type TakeSmallPiece = (site: string) => Admission

interface SiteAllowance {
  readonly own: TokenBucket
  readonly reserved: TokenBucket
}

export function createPieceRates({ perSite = PER_SITE, reserved = RESERVED, shared = SHARED } = {}): TakeSmallPiece {
  const sites = new LRUCache<string, SiteAllowance>({ max: MAX_SITES })
  const all = createTokenBucket(shared)
  return (site) => {
    let allowance = sites.get(site)
    if (!allowance) {
      allowance = { own: createTokenBucket(perSite), reserved: createTokenBucket(reserved) }
      sites.set(site, allowance)
    }
    if (!allowance.own.tryTake(1)) return 'excess'
    return allowance.reserved.tryTake(1) || all.tryTake(1) ? 'admitted' : 'busy'
  }
}
