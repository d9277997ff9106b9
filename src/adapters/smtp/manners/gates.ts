// Who may ask whom, and when: questions pass the gate of the operator and that of its network.
import { Gate, type GateLimits, type Waiting } from './gate.js'

/** Permission for one connection, and for the recipients that were asked for. */
export interface Lease<Session> {
  /** Takes one more connection, to another address or without TLS. @returns whether that is allowed now */
  tryConnect(): boolean
  /** Names a recipient. @returns whether that is allowed */
  tryName(): boolean
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
  /** Waits for a lease. Undefined if the signal aborts first. */
  take(request: Request, signal: AbortSignal): Promise<Granted<Session> | undefined>
  /** Milliseconds that a new question would have to wait, as far as can be said. */
  waitMs(request: Request): number
  readonly waiting: number
  stop(): void
}

/** Gates beyond this number are looked through for idle ones, once a minute. */
const MANY_GATES = 1_000
const SWEEP_MS = 60_000

export function createGates<Session>({ limits, now }: GatesOptions): Gates<Session> {
  type Passed = Gate<Granted<Session>>
  const gates = new Map<string, Passed>()
  let sweptAt = now()
  let waiting = 0

  function gateOf(key: string): Passed {
    const known = gates.get(key)
    if (known) return known
    if (gates.size > MANY_GATES && now() - sweptAt > SWEEP_MS) {
      sweptAt = now()
      for (const [other, gate] of gates) if (gate.isIdle) gates.delete(other)
    }
    const gate: Passed = new Gate(limits, now)
    gates.set(key, gate)
    return gate
  }

  const gatesOf = ({ keys }: Request): Passed[] => keys.map(gateOf)

  function leaseOf(passed: readonly Passed[], { recipients, route }: Request): Lease<Session> {
    for (const gate of passed) gate.take(recipients)
    let reserved = recipients
    function tryRenew(more: number): boolean {
      for (const gate of passed) gate.giveBack(reserved)
      reserved = 0
      if (!reserveAll(passed, more)) return false
      reserved = more
      return true
    }
    const lease: Lease<Session> = {
      tryConnect: () => passed.every((gate) => gate.tryConnect()),
      tryName() {
        if (reserved === 0) {
          if (!reserveAll(passed, 1)) return false
          reserved = 1
        }
        reserved--
        for (const gate of passed) gate.name()
        return true
      },
      tryPassOn(session) {
        for (const gate of passed) {
          const next = gate.queue.next()
          if (!next) continue
          if (next.item.route !== route || !tryRenew(next.item.recipients)) return false
          gate.queue.remove(next.key, next.item)
          next.item.adopt({ lease, session })
          return true
        }
        return false
      },
      end() {
        for (const gate of passed) gate.giveBack(reserved)
        reserved = 0
        for (const gate of passed) gate.end()
      },
    }
    return lease
  }

  const blockedAt = (passed: readonly Passed[], recipients: number): Passed | undefined =>
    passed.find((gate) => !gate.isReady(recipients))

  function tryTake(request: Request): Lease<Session> | undefined {
    const passed = gatesOf(request)
    if (passed.some(({ queue }) => queue.size() > 0) || blockedAt(passed, request.recipients)) return undefined
    return leaseOf(passed, request)
  }

  return {
    tryTake,

    take(request, signal) {
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
        const passed = gatesOf(request)
        at = blockedAt(passed, recipients) ?? passed.find(({ queue }) => queue.size() > 0)!
        at.queue.add(account, item)
        at.wake()
        signal.addEventListener('abort', abort, { once: true })
      })
    },

    waitMs(request) {
      const { recipientsPerMinute } = limits
      return Math.max(
        0,
        ...gatesOf(request).map((gate) => {
          const at = gate.readyAt(request.recipients)
          const ahead = gate.queue.size() * request.recipients
          return (Number.isFinite(at) ? at - now() : SECOND_GUESS_MS) + (ahead / recipientsPerMinute) * SWEEP_MS
        }),
      )
    },

    get waiting() {
      return waiting
    },

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
