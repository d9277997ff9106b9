// DNS over UDP from many random ports, which makes forged responses hard to place (RFC 5452).
import { sharedWork } from '../../../kernel/limits.js'
import type { Question } from '../message/query.js'
import { random16 } from '../spoofing/random.js'
import { type UdpContext, type UdpQueryHandler, UdpSocket } from './udpSocket.js'

export interface UdpTransport {
  /** Sends a query from one of the ports. Returns a function that cancels it. */
  query(question: Question, handler: UdpQueryHandler): () => void
  /** Queries in flight, and all later ones, fail with `CLOSED`. */
  close(): void
}

export interface UdpLimits {
  /** Number of ports of which each query uses a random one. */
  readonly ports: number
  /** The same under load: fewer, because one wake-up then reads many answers from one socket. */
  readonly portsWhenBusy: number
  /** Queries after which a port is replaced. */
  readonly queriesPerPort: number
  /** Milliseconds after which a port is replaced, used or not. */
  readonly portAgeMs: number
  /** Maximum number of open sockets, including replaced ones with queries in flight. */
  readonly sockets: number
}

/**
 * A new socket costs about as much as a lookup; one per 64 queries is negligible. At 20,000 queries per second, each of
 * the few ports of a busy service is used for some ten milliseconds only.
 */
const LIMITS: UdpLimits = sharedWork.dnsSockets
/** The service is busy while it sends this many queries in less than `BUSY_MS`: 2,000 per second, bursts included. */
const BUSY_QUERIES = 128
const BUSY_MS = 64
/** Maximum number of queries in flight per socket: a burst of answers must not overflow its receive buffer. */
const MAX_PENDING_PER_SOCKET = 64

interface Slot {
  readonly socket: UdpSocket
  /** Number of queries until the socket is replaced. */
  queriesLeft: number
}

/**
 * Queries one DNS server from unpredictable ports (RFC 5452 section 9.2). Each query uses a random one of many ports. A
 * port is replaced after a few queries or seconds, and immediately when ids are guessed on it. Ports are opened on
 * demand; an idle service has none.
 */
export function createUdpTransport(context: UdpContext, limits: Partial<UdpLimits> = {}): UdpTransport {
  const { ports, portsWhenBusy, queriesPerPort, portAgeMs, sockets } = { ...LIMITS, ...limits }
  const slots: (Slot | undefined)[] = new Array(ports).fill(undefined)
  const open = new Set<UdpSocket>()
  const load = createLoadMeter()
  let usedSlots = 0
  let closed = false

  function openSlot(index: number): Slot {
    const socket = new UdpSocket(context, () => {
      clearTimeout(ageTimer)
      open.delete(socket)
      if (slots[index] === slot) vacate(index)
    })
    const ageTimer = setTimeout(() => {
      slot.queriesLeft = 0
      socket.retire()
      // Under load the first ports are replaced by their number of queries long before.
      if (index < portsWhenBusy) load.reset()
    }, portAgeMs).unref()
    const slot = { socket, queriesLeft: queriesPerPort }
    open.add(socket)
    slots[index] = slot
    usedSlots++
    return slot
  }

  function vacate(index: number): void {
    slots[index] = undefined
    usedSlots--
  }

  /** Returns the socket of a slot. A socket that is due is replaced, unless too many replaced ones are still open. */
  function socketAt(index: number): UdpSocket {
    let slot = slots[index]
    if (slot && slot.queriesLeft <= 0 && open.size - usedSlots < sockets - ports) {
      vacate(index)
      slot.socket.retire()
      slot = undefined
    }
    slot ??= openSlot(index)
    slot.queriesLeft--
    return slot.socket
  }

  /** Picks a random slot, or the first one after it that is not full. */
  function pickSocket(): UdpSocket {
    const first = random16() % (load.isBusy() ? portsWhenBusy : ports)
    for (let step = 0; step < ports; step++) {
      const index = (first + step) % ports
      if ((slots[index]?.socket.pendingCount ?? 0) < MAX_PENDING_PER_SOCKET) return socketAt(index)
    }
    return socketAt(first)
  }

  return {
    query(question, handler) {
      if (!closed) return pickSocket().query(question, handler)
      process.nextTick(() => handler.onError('CLOSED'))
      return () => {}
    },
    close() {
      closed = true
      for (const socket of open) socket.close('CLOSED')
    },
  }
}

/** Measures the rate of queries. */
function createLoadMeter() {
  let busy = false
  let untilMeasured = BUSY_QUERIES
  let measuredAt = 0

  return {
    /** To be called once per query. */
    isBusy(): boolean {
      if (--untilMeasured > 0) return busy
      const now = performance.now()
      busy = now - measuredAt < BUSY_MS
      measuredAt = now
      untilMeasured = BUSY_QUERIES
      return busy
    },
    reset(): void {
      busy = false
    },
  }
}
