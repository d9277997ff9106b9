import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work waits this long at most, and no longer than it has worked since: it always has half of the time. */
const PATIENCE_MS = 25

/** The event loop is one for the whole process, and so is what is known of those who wait for it. */
let urgent = 0
let waiting: (() => void)[] = []
let earnedMs = 0
let since = performance.now()

/**
 * Does what somebody waits for who wants an answer in milliseconds. For work that needs the event loop and other threads
 * by turns, such as a write to the disk; not for what waits for the network.
 */
export async function urgently<T>(work: () => Promise<T>): Promise<T> {
  urgent++
  try {
    return await work()
  } finally {
    if (--urgent === 0) for (const goOn of waiting.splice(0)) goOn()
  }
}

/** A turn of the event loop for work that takes many: others have theirs first, and whatever is urgent is done. */
export async function politeTurn(): Promise<void> {
  earnedMs = Math.min(PATIENCE_MS, earnedMs + performance.now() - since)
  await nextTurn()
  if (urgent > 0 && earnedMs > 0) {
    const began = performance.now()
    await idle(earnedMs)
    earnedMs -= performance.now() - began
  }
  since = performance.now()
}

/** Resolves when nothing is urgent, or after so many milliseconds. */
const idle = (atMostMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, atMostMs)
    waiting.push(end)
    function end() {
      clearTimeout(timer)
      waiting = waiting.filter((goOn) => goOn !== end)
      resolve()
    }
  })
