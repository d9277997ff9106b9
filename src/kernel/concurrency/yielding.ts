/** Longest time in milliseconds that background work waits for prioritised work. */
const MAX_WAIT_MS = 25
/** It also never waits longer than this many times what it has worked, so that it always gets a fifth of the time. */
const MAX_WAIT_RATIO = 4

/** Module state, because the whole process shares one event loop. */
let prioritizedRunning = 0
let onPrioritizedIdle: (() => void) | undefined
/** Slices of background work that wait for their turn, in order of arrival. */
const slices: (() => void)[] = []
let isScheduled = false
let waitBudgetMs = 0
let accountedAt = performance.now()

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
    if (--prioritizedRunning === 0) onPrioritizedIdle?.()
  }
}

/**
 * Cooperative yield for long work: resolves in a later turn of the event loop, after prioritised work has finished. One
 * call resolves per turn, in order of arrival: however many pieces of work are running, a request that arrives waits
 * for one slice of one of them.
 */
export function yieldToEventLoop(): Promise<void> {
  const now = performance.now()
  waitBudgetMs = Math.min(MAX_WAIT_MS, waitBudgetMs + MAX_WAIT_RATIO * (now - accountedAt))
  accountedAt = now
  return new Promise((resolve) => {
    slices.push(resolve)
    schedule()
  })
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(afterPrioritized, resumeNext)
}

function resumeNext(): void {
  accountedAt = performance.now()
  isScheduled = false
  slices.shift()?.()
  if (slices.length > 0) schedule()
}

/** Calls back when no prioritised work is running, or when the wait budget is used up. */
function afterPrioritized(callback: () => void): void {
  if (prioritizedRunning === 0 || waitBudgetMs <= 0) {
    callback()
    return
  }
  const startedAt = performance.now()
  const timer = setTimeout(end, waitBudgetMs)
  onPrioritizedIdle = end
  function end(): void {
    clearTimeout(timer)
    onPrioritizedIdle = undefined
    waitBudgetMs -= performance.now() - startedAt
    // In the next turn: first the prioritised work's caller sends its response.
    setImmediate(callback)
  }
}

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
