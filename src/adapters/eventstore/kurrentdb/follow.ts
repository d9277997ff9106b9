import type { Slice } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { decode } from './codec.js'
import type { Connection } from './connection.js'
import { createEventBuffer } from './eventBuffer.js'
import { closed, unavailable } from './failures.js'
import { toPlace, toPosition } from './position.js'
import type { ReadResp } from './protocol.js'
import { subscribeRequest } from './requests.js'

export interface Following {
  readonly after: Position
  readonly types: ReadonlySet<string> | undefined
  readonly signal: AbortSignal
  readonly head: () => Promise<Position>
}

/** One server subscription, until it breaks. Events that the consumer has not taken yet are buffered up to a limit. */
export async function* follow(
  connection: Connection,
  { after, types, signal, head }: Following,
): AsyncGenerator<Slice, void, void> {
  // Once caught up, the subscription has passed what was the head before.
  let known = await head()
  let checkpoint = START
  const streams = await connection.streams()
  const place = after === START ? undefined : toPlace(after)
  const call = streams.read(subscribeRequest(place, types), ...connection.callArguments())
  const buffer = createEventBuffer(after)
  const headBefore = known
  let failure: unknown
  let wake = () => {}
  const stop = () => wake()
  const unregister = connection.onClose(stop)
  signal.addEventListener('abort', stop)
  call.on('data', (message: ReadResp) => {
    try {
      receive(message)
    } catch (error) {
      failure ??= error
    }
    if (buffer.isFull()) call.pause()
    wake()
  })
  call.on('error', (error) => {
    if (!signal.aborted && !connection.isClosed()) connection.failed(streams, error)
    failure ??= error
    wake()
  })
  call.on('end', () => {
    failure ??= unavailable('the subscription ended')
    wake()
  })

  function receive(message: ReadResp): void {
    if (message.hasEvent()) {
      const { event, position, bytes } = decode(message.getEvent()!)
      if (event) buffer.event(!types || types.has(event.type) ? event : undefined, position, bytes)
    } else if (message.hasCheckpoint() && types) {
      const place = message.getCheckpoint()!
      checkpoint = toPosition({ commit: place.getCommitPosition(), prepare: place.getPreparePosition() })
    } else if (message.hasCaughtUp()) buffer.caughtUp(headBefore)
  }

  /** A checkpoint may be at an event of the server after our last one: a subscriber's position never exceeds the head. */
  async function applyCheckpoint(): Promise<void> {
    if (checkpoint > known) known = await head()
    buffer.reached(checkpoint < known ? checkpoint : known)
    checkpoint = START
  }

  try {
    while (!signal.aborted) {
      if (connection.isClosed()) throw closed()
      if (checkpoint > START) await applyCheckpoint()
      const slice = buffer.take()
      if (slice) {
        call.resume()
        yield slice
      } else if (failure) throw failure
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    unregister()
    signal.removeEventListener('abort', stop)
    call.cancel()
  }
}
