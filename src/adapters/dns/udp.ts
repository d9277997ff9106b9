import type { Question } from './query.js'
import { random16 } from './random.js'
import { openUdpLine, type UdpAsker, type UdpContext, type UdpLine } from './udpLine.js'

export interface UdpServer {
  /** As a line's `ask`, over one of its lines. */
  ask(question: Question, asker: UdpAsker): () => void
  close(): void
}

export interface UdpLimits {
  /** Ports that a query may go out from; which one is left to chance. */
  readonly ports: number
  /** How many of them it may at a busy service: few, as one wake-up then takes many answers from one socket. */
  readonly portsWhenBusy: number
  /** Queries after which a port gives way to a new one. */
  readonly queriesPerPort: number
  /** Milliseconds after which it does, used or not. */
  readonly portAge: number
  /** Open at once, with those that gave way and still wait for an answer. */
  readonly sockets: number
}

/**
 * A new socket costs about as much as a look-up: one for 64 queries is hardly noticed. At 20,000 queries a second, none
 * of the few ports of a busy service is in use for more than some ten milliseconds.
 */
const LIMITS: UdpLimits = { ports: 64, portsWhenBusy: 4, queriesPerPort: 64, portAge: 10_000, sockets: 256 }
/** A service is busy when so many queries go out in less than so many milliseconds: 2,000 a second, bursts or not. */
const BUSY_QUERIES = 128
const BUSY_MS = 64
/** With more queries waiting on it a line is full: a burst of answers must not overrun its receive buffer. */
const FULL = 64

interface Slot {
  readonly line: UdpLine
  /** Queries left until it gives way to a new one. */
  left: number
}

/**
 * Asks one DNS server from ports that nobody can foresee (RFC 5452 section 9.2): each query goes out from one of many,
 * chosen by chance, and each of those is replaced after a few queries or seconds, and at once when somebody guesses at
 * its answers. Ports are opened when first needed, and an idle service has none.
 */
export function createUdpServer(context: UdpContext, limits: Partial<UdpLimits> = {}): UdpServer {
  const { ports, portsWhenBusy, queriesPerPort, portAge, sockets } = { ...LIMITS, ...limits }
  const slots: (Slot | undefined)[] = new Array(ports).fill(undefined)
  const open = new Set<UdpLine>()
  let inSlots = 0
  let busy = false
  let untilMeasured = BUSY_QUERIES
  let measuredAt = 0
  let closed = false

  function openSlot(index: number): Slot {
    const line = openUdpLine(context, () => {
      clearTimeout(aged)
      open.delete(line)
      if (slots[index] === slot) leaveSlot(index)
    })
    const aged = setTimeout(() => {
      slot.left = 0
      line.retire()
      // At a busy service the first ports are used up long before.
      if (index < portsWhenBusy) busy = false
    }, portAge).unref()
    const slot = { line, left: queriesPerPort }
    open.add(line)
    slots[index] = slot
    inSlots++
    return slot
  }

  function leaveSlot(index: number): void {
    slots[index] = undefined
    inSlots--
  }

  /** The line of a slot. A line that is due gives way, unless too many that did so still wait. */
  function lineAt(index: number): UdpLine {
    let slot = slots[index]
    if (slot && slot.left <= 0 && open.size - inSlots < sockets - ports) {
      leaveSlot(index)
      slot.line.retire()
      slot = undefined
    }
    slot ??= openSlot(index)
    slot.left--
    return slot.line
  }

  function isBusy(): boolean {
    if (--untilMeasured > 0) return busy
    const now = performance.now()
    busy = now - measuredAt < BUSY_MS
    measuredAt = now
    untilMeasured = BUSY_QUERIES
    return busy
  }

  /** One by chance, or the first after it that is not full. */
  function pick(): UdpLine {
    const first = random16() % (isBusy() ? portsWhenBusy : ports)
    for (let step = 0; step < ports; step++) {
      const index = (first + step) % ports
      if ((slots[index]?.line.waiting() ?? 0) < FULL) return lineAt(index)
    }
    return lineAt(first)
  }

  return {
    ask(question, asker) {
      if (!closed) return pick().ask(question, asker)
      process.nextTick(() => asker.failed('CLOSED'))
      return () => {}
    },
    close() {
      closed = true
      for (const line of open) line.close('CLOSED')
    },
  }
}
