// Finds the verifications of addresses in the read model that has them in blocks.
import { LRUCache } from 'lru-cache'
import type { Eventing } from '../../../eventing/eventing.js'
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { monthBefore, monthOf } from '../../../kernel/months.js'
import { streamName } from '../../../kernel/stream.js'
import {
  BLOCK_EVENTS,
  blockId,
  outcomeVerifications,
  type Verdict,
  type VerificationBlockDocument,
} from '../projections/outcomeVerifications.js'
import { behind } from './behind.js'
import { createSearch, LATE_MS, type OutcomeTimes, type Search } from './search.js'

/** Blocks read at once. */
const PAGE_BLOCKS = 64
/** Blocks kept in memory, of 4.5 kB: a million verifications. */
const CACHED_BLOCKS = 4_096
/** So many addresses are looked for one by one; more by looking at each row. */
const FEW_ADDRESSES = 16

/** A block to which nothing is added any more, in a few bytes for each row; null if it has no verifications. */
interface ClosedBlock {
  readonly addresses: Float64Array
  readonly at: Float64Array
  readonly verdicts: readonly Verdict[]
  readonly verdict: Uint8Array
}
type Block = ClosedBlock | VerificationBlockDocument

const NONE: ClosedBlock = {
  addresses: new Float64Array(0),
  at: new Float64Array(0),
  verdicts: [],
  verdict: new Uint8Array(0),
}

/**
 * The newest verification of each address that each of its outcomes may be about, of an account that reports outcomes.
 * @throws Failure SERVICE_UNAVAILABLE if the read model is behind
 */
export type FindTracked = (account: string, outcomes: OutcomeTimes) => Promise<Search['found']>

export function createTrackedVerifications({
  eventing,
}: {
  readonly eventing: Pick<Eventing, 'read' | 'readStream' | 'waitForHead'>
}): FindTracked {
  const model = eventing.read(outcomeVerifications)
  const closed = new LRUCache<string, ClosedBlock>(entryLimit(CACHED_BLOCKS))

  /** The number of the newest block of a month; undefined if there is none. */
  async function newestBlock(account: string, month: string): Promise<bigint | undefined> {
    const stream = streamName('usage', `${account}.${month}`)
    for await (const { revision } of eventing.readStream(stream, { backwards: true, limit: 1 }))
      return revision / BLOCK_EVENTS
    return undefined
  }

  /** @param newest of the month: it may still grow */
  async function blocksOf(ids: readonly string[], newest: string): Promise<readonly Block[]> {
    const missing = ids.filter((id) => !closed.has(id))
    const read = new Map<string, Block>()
    const documents = missing.length === 0 ? [] : await model.getMany(missing)
    for (const [index, id] of missing.entries()) {
      const block = documents[index] ?? NONE
      read.set(id, block)
      if (id !== newest) closed.set(id, closedBlock(block))
    }
    return ids.map((id) => read.get(id) ?? closed.get(id) ?? NONE)
  }

  return async (account, outcomes) => {
    const search = createSearch(outcomes)
    const months = monthsBack(search.to, search.from - LATE_MS)
    // Before the wait: what is in the streams then is in the read model after it.
    const newest = await Promise.all(months.map((month) => newestBlock(account, month)))
    if (!(await eventing.waitForHead([outcomeVerifications.name]))) throw behind()
    for (const [index, month] of months.entries()) {
      for (let last = newest[index]; last !== undefined && last >= 0n; last -= BigInt(PAGE_BLOCKS)) {
        const ids = Array.from({ length: PAGE_BLOCKS }, (_, back) => last! - BigInt(back))
          .filter((block) => block >= 0n)
          .map((block) => blockId(account, month, block))
        for (const block of await blocksOf(ids, blockId(account, month, newest[index]!))) {
          lookInto(block, search)
          if (search.isDone() || (block.at.length > 0 && block.at.at(-1)! < search.from)) return search.found
        }
        await yieldToEventLoop(account)
      }
    }
    return search.found
  }
}

/** Months from that of a time back to that of another. */
function monthsBack(to: number, from: number): string[] {
  const months: string[] = []
  for (let month = monthOf(to); month >= monthOf(from); month = monthBefore(month)) months.push(month)
  return months
}

function closedBlock({ addresses, at, verdicts, verdict }: Block): ClosedBlock {
  return {
    addresses: Float64Array.from(addresses),
    at: Float64Array.from(at),
    verdicts,
    verdict: Uint8Array.from(verdict),
  }
}

/** Notes what a block has of the addresses, newest first. */
function lookInto({ addresses, at, verdicts, verdict }: Block, { open, note }: Search): void {
  const noteRow = (row: number) => note(addresses[row]!, { at: at[row]!, ...verdicts[verdict[row]!]! })
  if (open.size > FEW_ADDRESSES) {
    for (let row = addresses.length - 1; row >= 0; row--) if (open.has(addresses[row]!)) noteRow(row)
    return
  }
  for (const address of [...open.keys()]) {
    for (
      let row = addresses.lastIndexOf(address);
      row >= 0;
      row = row === 0 ? -1 : addresses.lastIndexOf(address, row - 1)
    )
      noteRow(row)
  }
}
