// What one operator, or one network, is asked at most: connections at a time and a minute, and recipients a minute.
import { createFairQueue } from '../../../kernel/concurrency/fairQueue.js'
import { MINUTE_MS } from '../../../kernel/time.js'

export interface GateLimits {
  /** At the same time. */
  readonly connections: number
  readonly connectionsPerMinute: number
  readonly recipientsPerMinute: number
}

/** A question that waits. */
export interface Waiting<Carried> {
  readonly account: string
  /** Recipients that it may have to name. */
  readonly recipients: number
  /** Questions of the same route can share a connection. */
  readonly route: string
  /** Called when it may start, or has to wait at another gate. */
  retry(): void
  /** Called instead when it may continue over the connection of a question that has ended. */
  adopt(carried: Carried): void
}

/** Counts exactly: in no minute, whenever it begins, are there more than the limits allow. */
export class Gate<Carried> {
  readonly queue = createFairQueue<Waiting<Carried>>()
  #active = 0
  /** Recipients that questions under way may still name. */
  #reserved = 0
  /** Times of what the last minute has seen. */
  readonly #opened: number[] = []
  readonly #named: number[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #limits: GateLimits
  readonly #now: () => number

  constructor(limits: GateLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** When a question may start: now or earlier, later, or Infinity if another one has to end first. */
  readyAt(recipients: number): number {
    const { connections, connectionsPerMinute, recipientsPerMinute } = this.#limits
    if (this.#active >= connections) return Infinity
    const now = this.#now()
    forgetBefore(this.#opened, now - MINUTE_MS)
    forgetBefore(this.#named, now - MINUTE_MS)
    const opened = endOf(this.#opened, this.#opened.length + 1 - connectionsPerMinute)
    const named = endOf(this.#named, this.#named.length + this.#reserved + recipients - recipientsPerMinute)
    return Math.max(now, opened, named)
  }

  isReady(recipients: number): boolean {
    return this.readyAt(recipients) <= this.#now()
  }

  /** Starts a question that is ready: it opens a connection now. */
  take(recipients: number): void {
    this.#active++
    this.#reserved += recipients
    this.#opened.push(this.#now())
  }

  /** Takes another connection of a question that has started, unless the limits forbid it. */
  tryConnect(): boolean {
    const now = this.#now()
    forgetBefore(this.#opened, now - MINUTE_MS)
    if (this.#opened.length >= this.#limits.connectionsPerMinute) return false
    this.#opened.push(now)
    return true
  }

  /** Reserves recipients for one more question over a connection that is open, unless the limits forbid it. */
  tryReserve(recipients: number): boolean {
    forgetBefore(this.#named, this.#now() - MINUTE_MS)
    if (this.#named.length + this.#reserved + recipients > this.#limits.recipientsPerMinute) return false
    this.#reserved += recipients
    return true
  }

  /** A reserved recipient is named now. */
  name(): void {
    this.#reserved--
    this.#named.push(this.#now())
  }

  /** Gives back recipients that were reserved and not named. */
  giveBack(recipients: number): void {
    this.#reserved -= recipients
  }

  /** Ends a connection. */
  end(): void {
    this.#active--
    this.wake()
  }

  /** Lets questions start that may, in turn between accounts; then sets an alarm for the next one. */
  wake(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Each question that is taken out starts, or goes on to wait at another gate.
    while (this.queue.size() > 0 && this.isReady(1)) {
      const next = this.queue.take(() => true)
      if (!next) break
      const before = this.queue.size()
      next.item.retry()
      if (this.queue.size() > before) break
    }
    if (this.queue.size() === 0) return
    const at = this.readyAt(2)
    if (Number.isFinite(at)) this.#timer = setTimeout(() => this.wake(), Math.max(1, at - this.#now())).unref()
  }

  /** Whether nothing would be lost with it. */
  get isIdle(): boolean {
    const since = this.#now() - MINUTE_MS
    forgetBefore(this.#opened, since)
    forgetBefore(this.#named, since)
    return this.#active === 0 && this.queue.size() === 0 && this.#opened.length === 0 && this.#named.length === 0
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

function forgetBefore(times: number[], since: number): void {
  let old = 0
  while (old < times.length && times[old]! <= since) old++
  if (old > 0) times.splice(0, old)
}

/** When the first `excess` of these times are a minute old. */
function endOf(times: readonly number[], excess: number): number {
  if (excess <= 0) return 0
  return excess > times.length ? Infinity : times[excess - 1]! + MINUTE_MS
}
