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

/** One subscription of the server's, until it breaks. Slices come as they are taken; meanwhile a bounded number gathers. */
export async function* follow(
  connection: Connection,
  { after, types, signal, head }: Following,
): AsyncGenerator<Slice, void, void> {
  // Whoever has caught up has passed what was the head before.
  let known = await head()
  let checkpoint = START
  const streams = await connection.streams()
  const place = after === START ? undefined : toPlace(after)
  const call = streams.read(subscribeRequest(place, types), ...connection.callArguments())
  const gathered = createEventBuffer(after)
  const headBefore = known
  let failure: unknown
  let wake = () => {}
  const stop = () => wake()
  const forget = connection.onClose(stop)
  signal.addEventListener('abort', stop)
  call.on('data', (message: ReadResp) => {
    try {
      gather(message)
    } catch (error) {
      failure ??= error
    }
    if (gathered.isFull()) call.pause()
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

  function gather(message: ReadResp): void {
    if (message.hasEvent()) {
      const { event, position, bytes } = decode(message.getEvent()!)
      if (event) gathered.event(!types || types.has(event.type) ? event : undefined, position, bytes)
    } else if (message.hasCheckpoint() && types) {
      const said = message.getCheckpoint()!
      checkpoint = toPosition({ commit: said.getCommitPosition(), prepare: said.getPreparePosition() })
    } else if (message.hasCaughtUp()) gathered.caughtUp(headBefore)
  }

  /** A checkpoint may be at one of the server's own events, behind our last: nobody ever stands behind the head. */
  async function pass(): Promise<void> {
    if (checkpoint > known) known = await head()
    gathered.reached(checkpoint < known ? checkpoint : known)
    checkpoint = START
  }

  try {
    while (!signal.aborted) {
      if (connection.isClosed()) throw closed()
      if (checkpoint > START) await pass()
      const slice = gathered.take()
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
    forget()
    signal.removeEventListener('abort', stop)
    call.cancel()
  }
}
