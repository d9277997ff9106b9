import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Longest time in milliseconds that background work waits for prioritised work. It also never waits longer than it has
 * worked since its last wait, so it always gets at least half of the time.
 */
const MAX_WAIT_MS = 25

/** Module state, because the whole process shares one event loop. */
let prioritizedRunning = 0
let waiters: (() => void)[] = []
let waitBudgetMs = 0
let lastYieldAt = performance.now()

/**
 * Priority yielding: while `work` runs, background work that calls `yieldToEventLoop` waits for it. Meant for requests
 * that must be answered within milliseconds and that alternate between the event loop and other threads, such as a
 * write to disk; not for work that waits for the network.
 */
export async function runPrioritized<T>(work: () => Promise<T>): Promise<T> {
  prioritizedRunning++
  try {
    return await work()
  } finally {
    if (--prioritizedRunning === 0) for (const resume of waiters.splice(0)) resume()
  }
}

/** Cooperative yield for long work: resolves in a later turn of the event loop, after prioritised work has finished. */
export async function yieldToEventLoop(): Promise<void> {
  waitBudgetMs = Math.min(MAX_WAIT_MS, waitBudgetMs + performance.now() - lastYieldAt)
  await nextTurn()
  if (prioritizedRunning > 0 && waitBudgetMs > 0) {
    const startedAt = performance.now()
    await untilIdle(waitBudgetMs)
    waitBudgetMs -= performance.now() - startedAt
  }
  lastYieldAt = performance.now()
}

/** Resolves when no prioritised work is running, or after `maxMs` milliseconds. */
const untilIdle = (maxMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(end, maxMs)
    waiters.push(end)
    function end() {
      clearTimeout(timer)
      waiters = waiters.filter((resume) => resume !== end)
      resolve()
    }
  })

/**
 * Time slicer: call it between small pieces of work. It yields to the event loop once the current slice has used up its
 * time, and returns undefined otherwise.
 * @param sliceMs milliseconds of work per slice
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
