// Says every few seconds how far the server has come that passes over what other programs have written.
import type { Log } from '../../../kernel/log.js'
import type { Position } from '../../../kernel/position.js'
import { SECOND_MS } from '../../../kernel/time.js'

const INTERVAL_MS = 5 * SECOND_MS

/**
 * @param figures what to say besides the seconds since the start
 * @returns ends it
 */
export function reportProgress(log: Log, message: string, figures: () => object | Promise<object>): () => void {
  const startedAt = performance.now()
  let isOver = false
  const report = async () => {
    const known = await figures()
    if (!isOver) log.info({ seconds: Math.round((performance.now() - startedAt) / SECOND_MS), ...known }, message)
  }
  // Without figures, nothing is said this time.
  const timer = setInterval(() => report().catch(() => {}), INTERVAL_MS).unref()
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

/** How much of the server's log between two positions precedes another one, in percent: positions are places in a file. */
export function percentOf(from: Position, at: Position, to: Position): number {
  const [begin, reached, end] = [from, at, to].map((position) => BigInt(`0x${position.slice(0, 16)}`)) as [
    bigint,
    bigint,
    bigint,
  ]
  if (reached >= end || begin >= end) return 100
  return reached <= begin ? 0 : Number(((reached - begin) * 100n) / (end - begin))
}
