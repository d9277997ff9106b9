import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work waits this long at most, and no longer than it has worked since: it always has half of the time. */
const MAX_WAIT_MS = 25

/** The event loop is one for the whole process, and so is what is known of those who wait for it. */
let prioritizedRunning = 0
let waiters: (() => void)[] = []
let waitBudgetMs = 0
let lastYieldAt = performance.now()

/**
 * Does what somebody waits for who wants an answer in milliseconds. For work that needs the event loop and other threads
 * by turns, such as a write to the disk; not for what waits for the network.
 */
export async function runPrioritized<T>(work: () => Promise<T>): Promise<T> {
  prioritizedRunning++
  try {
    return await work()
  } finally {
    if (--prioritizedRunning === 0) for (const goOn of waiters.splice(0)) goOn()
  }
}

/** A turn of the event loop for work that takes many: others have theirs first, and whatever is urgent is done. */
export async function yieldToEventLoop(): Promise<void> {
  waitBudgetMs = Math.min(MAX_WAIT_MS, waitBudgetMs + performance.now() - lastYieldAt)
  await nextTurn()
  if (prioritizedRunning > 0 && waitBudgetMs > 0) {
    const began = performance.now()
    await untilIdle(waitBudgetMs)
    waitBudgetMs -= performance.now() - began
  }
  lastYieldAt = performance.now()
}

/** Resolves when nothing is urgent, or after so many milliseconds. */
const untilIdle = (atMostMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, atMostMs)
    waiters.push(end)
    function end() {
      clearTimeout(timer)
      waiters = waiters.filter((goOn) => goOn !== end)
      resolve()
    }
  })

/**
 * To be asked between small pieces of work: waits for the others' turn when this one was long enough.
 * @param sliceMs milliseconds of work after which others get theirs
 */
export function createTimeSlicer(sliceMs: number): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMs) return undefined
    return yieldToEventLoop().then(() => {
      since = performance.now()
    })
  }
}
