// Turns of the event loop for long work: one slice of it per turn, in rotation between accounts, after urgent requests.

/** Longest time in milliseconds that background work waits for prioritised work. */
const MAX_WAIT_MS = 25
/** It also never waits longer than this many times what it has worked, so that it always gets a fifth of the time. */
const MAX_WAIT_RATIO = 4

/** Module state, because the whole process shares one event loop. */
let prioritizedRunning = 0
let onPrioritizedIdle: (() => void) | undefined
/**
 * Slices of background work that wait for their turn, by account, in the order in which the accounts are served next. Work of
 * no account has a place of its own.
 */
const rotation = new Map<unknown, (() => void)[]>()
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
 * call resolves per turn: however many pieces of work are running, a request that arrives waits for one slice of one of
 * them. Accounts take turns, whatever kinds of work they have; the calls of one are served in order of arrival.
 * @param account the account, or the client site, that the work is for
 */
export function yieldToEventLoop(account?: string): Promise<void> {
  const now = performance.now()
  waitBudgetMs = Math.min(MAX_WAIT_MS, waitBudgetMs + MAX_WAIT_RATIO * (now - accountedAt))
  accountedAt = now
  return new Promise((resolve) => {
    const place = account ?? resolve
    const waiting = rotation.get(place)
    if (waiting) waiting.push(resolve)
    else rotation.set(place, [resolve])
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
  const [place, waiting] = rotation.entries().next().value!
  rotation.delete(place)
  const resume = waiting.shift()!
  if (waiting.length > 0) rotation.set(place, waiting)
  resume()
  if (rotation.size > 0) schedule()
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

export interface SliceOptions {
  /** Milliseconds of work per slice. */
  readonly ms: number
  /** Maximum number of pieces of work per slice. */
  readonly maxPieces?: number
  /** Pieces between two reads of the clock, for pieces that take microseconds; default 1. */
  readonly clockInterval?: number
  /** Whose turns they are; see `yieldToEventLoop`. */
  readonly account?: string | undefined
}

/** Call it before each piece of work: waits for a turn when the current slice is over, and returns undefined otherwise. */
export type YieldIfDue = () => Promise<void> | undefined

/** Divides work into slices, and yields to the event loop between them. */
export function createSlicer({ ms, maxPieces = Infinity, clockInterval = 1, account }: SliceOptions): YieldIfDue {
  let pieces = 0
  let since = performance.now()
  return () => {
    const isOver = pieces >= maxPieces || (pieces % clockInterval === 0 && performance.now() - since >= ms)
    pieces++
    if (!isOver) return undefined
    return yieldToEventLoop(account).then(() => {
      pieces = 1
      since = performance.now()
    })
  }
}
