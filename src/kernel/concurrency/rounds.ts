// Lets the requests of many callers to a store start together, in rounds.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Below this number of items, requests start immediately. */
const MIN_LOAD = 8
/** A process remains busy for this long after a large round, in milliseconds: its callers soon return. */
const BUSY_MS = 20
/** Longest time to gather callers between two rounds, in milliseconds; never longer than the round before. */
const MAX_GATHER_MS = 1
/** After this time, in milliseconds, the next round starts although requests of this one are still in flight. */
const MAX_ROUND_MS = 50
/** Rounds of one stage in succession while requests of another stage wait. */
const MAX_IN_SUCCESSION = 2

/** One of the steps that every caller takes in order, such as a request to one of the stores. */
export interface Stage {
  /** Counts an item that waits for a request. */
  arrive(): void
  /** Waits until a request may start. */
  enter(): Promise<void>
  /** Ends a request. @param items number of items that shared it */
  leave(items: number): void
}

/** Requests start at the end of the turn of the event loop, whatever else is in flight. */
export const unlimitedStage: Stage = { arrive() {}, enter: () => nextTurn(), leave() {} }

interface StageState {
  waiting: (() => void)[]
}

/**
 * Rounds of requests: while a process is busy, the requests of one stage start together, once those of the round before have
 * ended. Callers thus stay in step: they arrive at the next stage at the same time, and more of them share its requests.
 * @param now monotonic clock in milliseconds
 */
export function createRounds(now: () => number = () => performance.now()): { stage(): Stage } {
  const stages: StageState[] = []
  let last: StageState | undefined
  /** Number of rounds of the last stage without one of another stage. */
  let inSuccession = 0
  let inFlight = 0
  /** Items that wait or are in flight. */
  let load = 0
  /** Items of the current round. */
  let items = 0
  let startedAt = 0
  let gatherUntil = 0
  let busyUntil = 0
  let isScheduled = false
  let overdue: NodeJS.Timeout | undefined

  const isBusy = () => load >= MIN_LOAD || now() < busyUntil

  /** The first stage that has requests, so that callers gather at the later one; but not too often in succession. */
  function nextStage(): StageState | undefined {
    const withRequests = stages.filter(({ waiting }) => waiting.length > 0)
    return withRequests.find((stage) => stage !== last || inSuccession < MAX_IN_SUCCESSION) ?? withRequests[0]
  }

  function startRound(): void {
    isScheduled = false
    const stage = nextStage()
    if (!stage) return
    inSuccession = stage === last ? inSuccession + 1 : 1
    last = stage
    startedAt = now()
    const started = stage.waiting
    stage.waiting = []
    inFlight += started.length
    for (const start of started) start()
    schedule()
  }

  function startOverdue(): void {
    overdue = undefined
    if (!isScheduled) startRound()
  }

  function schedule(): void {
    if (isScheduled || !nextStage()) return
    if (inFlight > 0) {
      overdue ??= setTimeout(startOverdue, Math.max(1, startedAt + MAX_ROUND_MS - now()))
      return
    }
    clearTimeout(overdue)
    overdue = undefined
    isScheduled = true
    // Gather before later stages too, so that callers who return meanwhile can pass stage one and join.
    const delay = isBusy() ? gatherUntil - now() : 0
    if (delay > 0) setTimeout(startRound, delay)
    else setImmediate(startRound)
  }

  function endRound(): void {
    const at = now()
    gatherUntil = at + Math.min(MAX_GATHER_MS, at - startedAt)
    if (items >= MIN_LOAD) busyUntil = at + BUSY_MS
    items = 0
    schedule()
  }

  function createStage(): Stage {
    const stage: StageState = { waiting: [] }
    stages.push(stage)
    return {
      arrive() {
        load++
      },
      enter() {
        if (isBusy()) {
          return new Promise((resolve) => {
            stage.waiting.push(resolve)
            schedule()
          })
        }
        if (inFlight++ === 0) startedAt = now()
        return nextTurn()
      },
      leave(count) {
        load -= count
        items += count
        if (--inFlight === 0) endRound()
      },
    }
  }

  return { stage: createStage }
}
