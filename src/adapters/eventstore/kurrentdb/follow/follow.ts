// Follows the log by one subscription, until it breaks.
import { setImmediate } from 'node:timers/promises'
import type { KurrentDBClient } from '@kurrent/kurrentdb-client'
import type { Log } from '../../../../kernel/log.js'
import type { Slice } from '../../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../../kernel/position.js'
import type { Connection } from '../connect/connection.js'
import { closed, timeoutError } from '../failures.js'
import type { Decode } from '../format/codec.js'
import { filterOf, isNarrowed, type Naming } from '../format/naming.js'
import { type Place, toPosition } from '../format/position.js'
import { percentOf, reportProgress } from '../progress.js'
import type { Reader } from '../read/reader.js'
import { createEventBuffer } from './eventBuffer.js'
import { BUFFERS, consume } from './subscription.js'

/** Timeout for the server's confirmation; the client has none. */
const CONFIRM_TIMEOUT_MS = 4_000

export interface Following {
  readonly after: Position
  readonly types: ReadonlySet<string> | undefined
  readonly signal: AbortSignal
  readonly naming: Naming
  readonly decode: Decode
  readonly reader: Pick<Reader, 'head' | 'readLast' | 'fromPosition'>
  readonly log: Log
}

/** One subscription of the client's, until it breaks. Events that the consumer has not taken yet are buffered up to a limit. */
export async function* follow(connection: Connection, following: Following): AsyncGenerator<Slice, void, void> {
  const { after, signal, reader, log } = following
  const { head } = reader
  // Once caught up, the subscription has passed what was the head before.
  let known = await head()
  const headBefore = known
  const buffer = createEventBuffer(after)
  let examined = after
  let stopReporting = () => {}
  const client = connection.client()
  let checkpoint = START
  /** End of the server's log, once progress is reported. */
  let end: Position | undefined
  let failure: unknown
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= error
    wake()
  }
  const subscription = open(client, following, {
    onExamined(position) {
      examined = position
    },
    onEvent(event, position, bytes) {
      buffer.event(event, position, bytes)
      if (buffer.isFull()) subscription.pause()
      wake()
    },
    onCheckpoint(place) {
      checkpoint = toPosition(place)
      wake()
    },
    onCaughtUp() {
      stopReporting()
      buffer.caughtUp(headBefore)
      wake()
    },
    onFellBehind: buffer.fellBehind,
    onSilence() {
      connection.retire(client)
      fail(timeoutError())
    },
    onFailure: fail,
  })
  let release = () => {}
  const ended = new Promise<void>((resolve) => {
    release = resolve
  })
  connection.whileOpen(client, ended).catch(fail)
  const stop = () => wake()
  signal.addEventListener('abort', stop)

  /** A checkpoint may be after our last event: a subscriber's position never exceeds the head. */
  async function applyCheckpoint(): Promise<void> {
    const reached = checkpoint
    checkpoint = START
    if (reached > known) known = await head()
    buffer.reached(reached < known ? reached : known)
  }

  try {
    stopReporting = reportProgress(log, 'a subscription to KurrentDB catches up', async () => {
      end ??= (await reader.readLast()).to?.position ?? START
      return { percent: percentOf(after, examined, end) }
    })
    while (!signal.aborted) {
      if (connection.isClosed()) throw closed()
      if (checkpoint > START) await applyCheckpoint()
      const slice = buffer.take()
      if (slice) {
        subscription.resume()
        yield slice
      } else if (failure) throw failure
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        // What arrives in the same turn of the event loop becomes one slice.
        await setImmediate()
      }
    }
  } finally {
    stopReporting()
    signal.removeEventListener('abort', stop)
    release()
    subscription.end()
  }
}

interface Handlers {
  onExamined(position: Position): void
  onEvent: ReturnType<typeof createEventBuffer>['event']
  onCheckpoint(place: Place): void
  onCaughtUp(): void
  onFellBehind(): void
  onSilence(): void
  onFailure(error: unknown): void
}

function open(client: KurrentDBClient, { after, types, naming, decode, reader }: Following, handlers: Handlers) {
  const { onEvent, onCheckpoint, onSilence } = handlers
  const isTyped = isNarrowed(naming, types)
  const filter = filterOf(naming, {
    types,
    checkpointReached(_, place) {
      handlers.onExamined(toPosition(place))
      // Events that the filter did not exclude advance the position themselves.
      if (isTyped) consumed.afterBuffered(() => onCheckpoint(place))
    },
  })
  const confirmation = setTimeout(onSilence, CONFIRM_TIMEOUT_MS)
  const fromPosition = reader.fromPosition(after)
  const consumed = consume(client.subscribeToAll({ fromPosition, filter, requiresLeader: true }, BUFFERS), {
    ...handlers,
    onConfirmed: () => clearTimeout(confirmation),
    onEvent(received) {
      const { event, position, bytes } = decode(received)
      handlers.onExamined(position)
      if (event) onEvent(!types || types.has(event.type) ? event : undefined, position, bytes)
    },
  })
  return {
    ...consumed,
    end() {
      clearTimeout(confirmation)
      consumed.end()
    },
  }
}
