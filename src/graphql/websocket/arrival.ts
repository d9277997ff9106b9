// Counts what arrives on a WebSocket before ws processes it: frames, bytes, and messages that are not complete.
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Lease } from '../../httpMessages/ingress/byteBudget.js'
import { type Admission, PieceCount } from '../../httpMessages/ingress/pieces.js'
import { perRequest } from '../../kernel/limits.js'
import { FrameScan } from './frameScan.js'
import type { MessageRate } from './messageRate.js'

/** Memory that a read takes beside its bytes: ws keeps it as it is until its frame is complete. */
const READ_BYTES = 256

/** RFC 6455 section 7.4.1: the client broke a rule of this service. */
const POLICY_VIOLATION = 1008
/** RFC 6455 section 7.4.1: the message is too big. */
const TOO_BIG = 1009
/** Registered with IANA (WebSocket Close Code Number Registry). */
const TRY_AGAIN_LATER = 1013

interface ArrivalLimits {
  readonly rate: MessageRate
  /** Takes a small piece out of the client's allowance. */
  readonly takeSmallPiece: () => Admission
  /** A share of the memory for what has not arrived completely. */
  readonly lease: () => Lease
  readonly hasKey: () => boolean
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

export interface Arrival {
  /** Closes the connection if its message takes too long to arrive. */
  check(): void
}

interface Connection {
  readonly socket: WebSocket
  /** The connection below. */
  readonly transport: Duplex
}

/** Closes a connection that exceeds a limit. */
export function limitArrival(
  { socket, transport }: Connection,
  { rate, takeSmallPiece, lease: createLease, hasKey, now = () => performance.now() }: ArrivalLimits,
): Arrival {
  const scan = new FrameScan()
  let pieces = new PieceCount()
  let lease: Lease | undefined
  /** Memory of the unfinished message: the reads that ws holds for it. */
  let held = 0
  let since: number | undefined

  function receive(bytes: Buffer): void {
    const { frames, messages } = scan
    scan.write(bytes)
    if (scan.messages > messages || !scan.isUnfinished) finish()
    if (!rate.allows(scan.frames - frames, bytes.length)) close(POLICY_VIOLATION, 'Too many messages')
    else if (scan.isUnfinished) holdUnfinished(bytes.length)
  }

  function holdUnfinished(bytes: number): void {
    since ??= now()
    held += bytes + READ_BYTES
    lease ??= createLease()
    if (scan.announced > perRequest.socketMessage.anonymousBytes && !hasKey()) close(TOO_BIG, TOO_BIG_WITHOUT_KEY)
    else {
      const admission = pieces.admits(bytes, takeSmallPiece)
      if (admission === 'excess') close(POLICY_VIOLATION, 'Too many pieces of a message')
      else if (admission === 'busy') close(TRY_AGAIN_LATER, 'Too many messages arrive in small pieces')
      else if (!lease.resize(held)) close(TRY_AGAIN_LATER, SHARE_TAKEN)
    }
  }

  function finish(): void {
    since = undefined
    if (held === 0) return
    held = 0
    pieces = new PieceCount()
    lease?.resize(0)
    // The next message may be that of an account.
    lease = undefined
  }

  /**
   * ws still parses the read that broke the limit, whose listeners are being called, but its messages are ignored because
   * the connection is closing. It gets no further read, and destroys the connection after its close timeout. That read has
   * at most 64 KiB: 10,922 empty frames, the worst content, take 5 ms, once for each connection that has been opened.
   */
  function close(code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return
    socket.close(code, reason)
    transport
      .removeAllListeners('data')
      .on('data', () => {})
      .resume()
  }

  transport.prependListener('data', receive)
  socket.once('close', finish)
  return {
    check() {
      if (since !== undefined && now() - since > perRequest.socketMessage.arrivalMs) {
        close(POLICY_VIOLATION, `A message must arrive within ${perRequest.socketMessage.arrivalMs / 1_000} s`)
      }
    },
  }
}

const SHARE_TAKEN = 'Your share of the memory for unfinished messages is taken'
const TOO_BIG_WITHOUT_KEY = `A message without an API key may have at most ${perRequest.socketMessage.anonymousBytes} bytes`
