// What one operator, or one network, is asked at most: connections at a time and a minute, and recipients a minute.
import { createFairQueue, type FairQueue } from '../../../kernel/concurrency/fairQueue.js'
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

export interface GateRules {
  readonly limits: GateLimits
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** Asks what other processes do now at a gate. */
  readonly look: (key: string) => void
}

/** What one process does at a gate, and has done in the last minute. */
export interface Part {
  /** Open, or being opened. */
  readonly connections: number
  /** That questions under way may still name. */
  readonly recipients: number
  /** Accounts with questions that wait. */
  readonly accounts: number
  /** Times of what the last minute has seen, in order. */
  readonly opened: readonly number[]
  readonly named: readonly number[]
}

/** A part of another process: its connections count until it ends or gives them up, and its recipients a minute longer. */
export interface OtherPart extends Part {
  readonly until: number
}

/** How often a gate looks whether other processes have ended what it waits for. */
const LOOK_MS = 1_000
/** A process waits this much longer for each recipient that it has named in the last minute, per account that waits. */
const COURTESY_MS = 50

const NOBODY: readonly OtherPart[] = []
/** Times are few, and most gates have none: lists are made anew, as long as they are. */
const NEVER: readonly number[] = []

/** Counts exactly: in no minute, whenever it begins, are there more than the limits allow. */
export class Gate<Carried> {
  /** Made for the first question that waits: most gates let everybody pass. */
  #queue: FairQueue<Waiting<Carried>> | undefined
  /** Of other processes. Times are of this process's clock. */
  others: readonly OtherPart[] = NOBODY
  /** Until when the other processes know of this one's part: nobody is asked after that. */
  validUntil = Infinity
  #active = 0
  /** Recipients that questions under way may still name. */
  #reserved = 0
  /** Times of what the last minute has seen. */
  #opened: readonly number[] = NEVER
  #named: readonly number[] = NEVER
  #timer: NodeJS.Timeout | undefined
  readonly #key: string
  readonly #rules: GateRules

  /** @param rules of all gates: there are many */
  constructor(key: string, rules: GateRules) {
    this.#key = key
    this.#rules = rules
  }

  get queue(): FairQueue<Waiting<Carried>> {
    this.#queue ??= createFairQueue()
    return this.#queue
  }

  /** Number of questions that wait. */
  get waiting(): number {
    return this.#queue?.size() ?? 0
  }

  /** What this process does. */
  get part(): Part {
    this.#forget()
    return {
      connections: this.#active,
      recipients: this.#reserved,
      accounts: this.#queue?.keys() ?? 0,
      opened: this.#opened,
      named: this.#named,
    }
  }

  #forget(): void {
    const since = this.#rules.now() - MINUTE_MS
    this.#opened = after(this.#opened, since)
    this.#named = after(this.#named, since)
  }

  /** Connections of all processes. */
  #connections(now: number): number {
    let sum = this.#active
    for (const { connections, until } of this.others) if (until > now) sum += connections
    return sum
  }

  /** Recipients that all processes may still name. */
  #recipients(now: number): number {
    let sum = this.#reserved
    for (const { recipients, until } of this.others) if (until + MINUTE_MS > now) sum += recipients
    return sum
  }

  #times(kind: 'opened' | 'named', own: readonly number[], now: number): readonly number[] {
    if (this.others.length === 0) return own
    const all = [...own, ...this.others.flatMap((other) => other[kind])].filter((at) => at > now - MINUTE_MS)
    return all.sort((a, b) => a - b)
  }

  /** Whether everything that has been taken is within the limits, all processes together. */
  get isWithin(): boolean {
    const now = this.#rules.now()
    this.#forget()
    const { connections, connectionsPerMinute, recipientsPerMinute } = this.#rules.limits
    return (
      this.#connections(now) <= connections &&
      this.#times('opened', this.#opened, now).length <= connectionsPerMinute &&
      this.#times('named', this.#named, now).length + this.#recipients(now) <= recipientsPerMinute
    )
  }

  /** Whether another process waits, too. */
  get isWanted(): boolean {
    const now = this.#rules.now()
    return this.others.some(({ accounts, until }) => accounts > 0 && until > now)
  }

  /** When a question may start: now or earlier, later, or Infinity if another one has to end first. */
  readyAt(recipients: number): number {
    const { connections, connectionsPerMinute, recipientsPerMinute } = this.#rules.limits
    const now = this.#rules.now()
    if (this.#connections(now) >= connections) return Infinity
    this.#forget()
    const opened = this.#times('opened', this.#opened, now)
    const named = this.#times('named', this.#named, now)
    return Math.max(
      now,
      endOf(opened, opened.length + 1 - connectionsPerMinute),
      endOf(named, named.length + this.#recipients(now) + recipients - recipientsPerMinute),
    )
  }

  isReady(recipients: number): boolean {
    return this.readyAt(recipients) <= this.#rules.now()
  }

  /** Starts a question that is ready: it opens a connection now. */
  take(recipients: number, now = this.#rules.now()): void {
    this.#active++
    this.#reserved += recipients
    this.#opened = and(this.#opened, now)
  }

  /** Takes another connection of a question that has started, unless the limits forbid it. */
  tryConnect(now = this.#rules.now()): boolean {
    this.#forget()
    if (this.#times('opened', this.#opened, now).length >= this.#rules.limits.connectionsPerMinute) return false
    this.#opened = and(this.#opened, now)
    return true
  }

  /** A connection that was taken before is opened at this time. */
  opensAgain(at: number): void {
    this.#opened = and(this.#opened, at)
  }

  /** Takes back connections that were not opened. */
  takeBack(opened: readonly number[]): void {
    for (const at of opened) {
      const index = this.#opened.lastIndexOf(at)
      if (index >= 0) this.#opened = this.#opened.length === 1 ? NEVER : this.#opened.toSpliced(index, 1)
    }
  }

  /** Reserves recipients for one more question over a connection that is open, unless the limits forbid it. */
  tryReserve(recipients: number): boolean {
    const now = this.#rules.now()
    this.#forget()
    const named = this.#times('named', this.#named, now).length
    if (named + this.#recipients(now) + recipients > this.#rules.limits.recipientsPerMinute) return false
    this.#reserved += recipients
    return true
  }

  /** A reserved recipient is named now. */
  name(now = this.#rules.now()): void {
    this.#reserved--
    this.#named = and(this.#named, now)
  }

  /** Gives back recipients that were reserved and not named. */
  giveBack(recipients: number): void {
    this.#reserved -= recipients
  }

  /** Ends a connection. */
  end(): void {
    this.#active--
    if (this.isWanted) this.#wakeIn(LOOK_MS + this.#courtesyMs())
    else this.wake()
  }

  /** Leaves without a connection, and lets nobody in. */
  leave(): void {
    this.#active--
  }

  /** Lets questions start that may, in turn between accounts; then sets an alarm for the next one. */
  wake(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Each question that is taken out starts, or goes on to wait at another gate.
    while (this.waiting > 0 && this.isReady(1)) {
      const next = this.queue.take(() => true)
      if (!next) break
      const before = this.queue.size()
      next.item.retry()
      if (this.queue.size() > before) break
    }
    if (this.waiting === 0) return
    const at = this.readyAt(2)
    if (Number.isFinite(at)) this.#wakeIn(Math.max(1, at - this.#rules.now()) + this.#courtesyMs())
    // A connection of this process wakes the gate when it ends; those of others do not.
    else if (this.others.length > 0) this.#wakeIn(LOOK_MS + this.#courtesyMs(), () => this.#rules.look(this.#key))
  }

  #wakeIn(milliseconds: number, first?: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      first?.()
      this.wake()
    }, milliseconds).unref()
  }

  /** Processes that have named fewer recipients for an account that waits go first. */
  #courtesyMs(): number {
    return this.isWanted ? (COURTESY_MS * this.#named.length) / Math.max(1, this.#queue?.keys() ?? 0) : 0
  }

  get isBusy(): boolean {
    return this.#active > 0 || this.waiting > 0
  }

  /** Whether nothing would be lost with it. */
  get isIdle(): boolean {
    this.#forget()
    return this.#active === 0 && this.waiting === 0 && this.#opened.length === 0 && this.#named.length === 0
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

let last = { times: NEVER, at: Number.NaN, more: NEVER }

/** The times and one more, in a list that is no longer than that. Gates that are passed together have one list, not equal ones. */
function and(times: readonly number[], at: number): readonly number[] {
  if (last.times !== times || last.at !== at) {
    const more = times.length === 0 ? [at] : times.concat(at)
    last = { times, at, more }
  }
  return last.more
}

/** Those of the times, in order, that are later. */
function after(times: readonly number[], since: number): readonly number[] {
  if (times.length === 0 || times[0]! > since) return times
  const later = times.filter((at) => at > since)
  return later.length > 0 ? later : NEVER
}

/** When the first `excess` of these times are a minute old. */
function endOf(times: readonly number[], excess: number): number {
  if (excess <= 0) return 0
  return excess > times.length ? Infinity : times[excess - 1]! + MINUTE_MS
}
