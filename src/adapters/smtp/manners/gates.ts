// Who may ask whom, and when: questions pass the gate of the operator and that of its network.
import { Gate, type GateLimits, type GateRules, type Waiting } from './gate.js'

/** Permission for one connection, and for the recipients that were asked for. */
export interface Lease<Session> {
  /**
   * Makes what was taken known to the other processes: before that, nothing may be sent.
   * @returns whether the limits allow it. If not, or if it throws, what was taken has been given back: the lease is over, unless
   * it has an open connection
   * @throws StoreUnavailable
   */
  confirm(): Promise<boolean>
  /** The connection is opened only now. */
  opensNow(): void
  /** Ends a lease that was not confirmed. */
  cancel(): void
  /** Takes one more connection, to another address or without TLS. @returns whether that is allowed now */
  tryConnect(): boolean | Promise<boolean>
  /** Names a recipient. @returns whether that is allowed */
  tryName(): boolean | Promise<boolean>
  /**
   * Gives the lease, with the connection, to the question that waits next, if it has the same route.
   * @returns whether; if not, the lease has to be ended
   */
  tryPassOn(session: Session): boolean
  end(): void
}

/** A lease, and the open connection of the question that had it before. */
export interface Granted<Session> {
  readonly lease: Lease<Session>
  readonly session: Session | undefined
}

/** Makes gates known to the other processes of the installation. */
export interface Sharing {
  /** Has the gates' parts recorded, unless the limits forbid it: then `giveBack` is called. @returns whether they are */
  confirm(keys: readonly string[], giveBack: () => void): Promise<boolean>
  /** Has the gates' parts recorded soon. */
  changed(keys: readonly string[]): void
  /** Reads what the others do. */
  look(key: string): void
}

export interface GatesOptions {
  readonly limits: GateLimits
  /** Monotonic milliseconds. */
  readonly now: () => number
}

interface Request {
  /** Names of its gates. */
  readonly keys: readonly string[]
  readonly account: string
  readonly recipients: number
  /** Questions of the same route can share a connection. */
  readonly route: string
}

export interface Gates<Session> {
  /** Takes a lease now, or none. Questions that wait go first. */
  tryTake(request: Request): Lease<Session> | undefined
  /** Waits for a lease. Undefined if the signal aborts, or the time is over, first. */
  take(request: Request, signal: AbortSignal, timeoutMs?: number): Promise<Granted<Session> | undefined>
  /** Milliseconds that a new question would have to wait, as far as can be said. */
  waitMs(request: Request): number
  readonly waiting: number
  /** The gate of this name, if anything is known of it. */
  peek(key: string): Gate<unknown> | undefined
  /** The gate of this name. */
  gateOf(key: string): Gate<unknown>
  /** Names of the gates with connections, or with questions that wait. */
  busy(): readonly string[]
  stop(): void
}

/** Gates beyond this number are looked through for idle ones, once a minute. */
const MANY_GATES = 1_000
/** Further questions over a connection while another process waits for one. */
const WHILE_WANTED = 4
const SWEEP_MS = 60_000

/** @param sharing undefined if no other process asks */
export function createGates<Session>({ limits, now }: GatesOptions, sharing?: () => Sharing): Gates<Session> {
  type Passed = Gate<Granted<Session>>
  const rules: GateRules = { limits, now, look: (key) => sharing?.().look(key) }
  const gates = new Map<string, Passed>()
  let sweptAt = now()
  let waiting = 0

  function gateOf(key: string): Passed {
    const known = gates.get(key)
    if (known) return known
    const gate: Passed = new Gate(key, rules)
    gates.set(key, gate)
    return gate
  }

  function sweep(): void {
    if (gates.size <= MANY_GATES || now() - sweptAt <= SWEEP_MS) return
    sweptAt = now()
    for (const [key, gate] of gates) if (gate.isIdle) gates.delete(key)
  }

  /** Sweeps before it collects: a gate that is being passed is still idle. */
  function gatesOf({ keys }: Request): Passed[] {
    sweep()
    return keys.map(gateOf)
  }

  function leaseOf(passed: readonly Passed[], { keys, recipients, route }: Request): Lease<Session> {
    const takenAt = now()
    for (const gate of passed) gate.take(recipients, takenAt)
    let reserved = recipients
    /** Connections that the other processes do not know of. */
    let opened = [takenAt]
    let isOpen = false
    let isOver = false
    let passedOn = 0
    const isValid = (at: number) => passed.every(({ validUntil }) => at < validUntil)

    function giveBack(): void {
      for (const gate of passed) {
        gate.giveBack(reserved)
        gate.takeBack(opened)
        if (!isOpen && !isOver) gate.leave()
        queueMicrotask(() => gate.wake())
      }
      isOver = !isOpen
      reserved = 0
      opened = []
    }
    async function confirm(): Promise<boolean> {
      if (sharing && !(await sharing().confirm(keys, giveBack))) return false
      isOpen = true
      opened = []
      return true
    }
    function tryRenew(more: number): boolean {
      for (const gate of passed) gate.giveBack(reserved)
      reserved = 0
      if (!reserveAll(passed, more)) return false
      reserved = more
      return true
    }
    function name(): boolean {
      const at = now()
      if (reserved === 0 || !isValid(at)) return false
      reserved--
      for (const gate of passed) gate.name(at)
      return true
    }
    const lease: Lease<Session> = {
      confirm,
      cancel: giveBack,
      opensNow() {
        const at = now()
        for (const gate of passed) {
          gate.takeBack(opened)
          gate.opensAgain(at)
        }
        opened = [at]
      },
      tryConnect() {
        const at = now()
        if (!isValid(at)) return false
        const allowed: Passed[] = []
        for (const gate of passed) if (gate.tryConnect(at)) allowed.push(gate)
        if (allowed.length < passed.length) {
          for (const gate of allowed) gate.takeBack([at])
          return false
        }
        opened.push(at)
        return sharing ? confirm().catch(() => false) : true
      },
      tryName() {
        if (reserved > 0) return name()
        if (!reserveAll(passed, 1)) return false
        reserved = 1
        return sharing
          ? confirm().then(
              (isAllowed) => isAllowed && name(),
              () => false,
            )
          : name()
      },
      tryPassOn(session) {
        if (passedOn >= WHILE_WANTED && passed.some(({ isWanted }) => isWanted)) return false
        for (const gate of passed) {
          const next = gate.waiting > 0 && gate.queue.next()
          if (!next) continue
          if (next.item.route !== route || !tryRenew(next.item.recipients)) return false
          gate.queue.remove(next.key, next.item)
          passedOn++
          next.item.adopt({ lease, session })
          return true
        }
        return false
      },
      end() {
        for (const gate of passed) gate.giveBack(reserved)
        reserved = 0
        for (const gate of passed) gate.end()
        sharing?.().changed(keys)
      },
    }
    return lease
  }

  const blockedAt = (passed: readonly Passed[], recipients: number): Passed | undefined =>
    passed.find((gate) => !gate.isReady(recipients))

  function tryTake(request: Request): Lease<Session> | undefined {
    const passed = gatesOf(request)
    if (passed.some(({ waiting }) => waiting > 0) || blockedAt(passed, request.recipients)) return undefined
    return leaseOf(passed, request)
  }

  return {
    tryTake,

    take(request, signal, timeoutMs) {
      const lease = tryTake(request)
      if (lease || signal.aborted) return Promise.resolve(lease && { lease, session: undefined })
      const { account, recipients, route } = request
      waiting++
      return new Promise((resolve) => {
        let at: Passed
        const item: Waiting<Granted<Session>> = {
          account,
          recipients,
          route,
          retry: () => settle(),
          adopt: (granted) => leave(granted),
        }
        const leave = (result: Granted<Session> | undefined) => {
          waiting--
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          resolve(result)
        }
        const abort = () => {
          at.queue.remove(account, item)
          leave(undefined)
        }
        function settle(): void {
          const passed = gatesOf(request)
          const blocked = blockedAt(passed, recipients)
          if (!blocked) {
            leave({ lease: leaseOf(passed, request), session: undefined })
            return
          }
          const isElsewhere = blocked !== at
          at = blocked
          at.queue.add(account, item)
          if (isElsewhere) at.wake()
        }
        const timer = timeoutMs === undefined ? undefined : setTimeout(abort, timeoutMs).unref()
        signal.addEventListener('abort', abort, { once: true })
        const passed = gatesOf(request)
        // The time may have come since the gates were tried: waking the gate lets it pass then.
        at = blockedAt(passed, recipients) ?? passed.find((gate) => gate.waiting > 0) ?? passed[0]!
        at.queue.add(account, item)
        at.wake()
        sharing?.().changed(request.keys)
      })
    },

    waitMs(request) {
      const { recipientsPerMinute } = limits
      return Math.max(
        0,
        ...gatesOf(request).map((gate) => {
          const at = gate.readyAt(request.recipients)
          const ahead = gate.waiting * request.recipients
          return (Number.isFinite(at) ? at - now() : SECOND_GUESS_MS) + (ahead / recipientsPerMinute) * SWEEP_MS
        }),
      )
    },

    get waiting() {
      return waiting
    },
    peek: (key) => gates.get(key),
    gateOf,
    busy: () => [...gates].flatMap(([key, gate]) => (gate.isBusy ? [key] : [])),

    stop() {
      for (const gate of gates.values()) gate.stop()
    },
  }
}

/** How long a conversation takes that has to end first. */
const SECOND_GUESS_MS = 5_000

function reserveAll(gates: readonly Gate<unknown>[], recipients: number): boolean {
  const done: Gate<unknown>[] = []
  for (const gate of gates) {
    if (!gate.tryReserve(recipients)) {
      for (const other of done) other.giveBack(recipients)
      return false
    }
    done.push(gate)
  }
  return true
}
