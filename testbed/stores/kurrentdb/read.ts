// How the stand-in for KurrentDB answers reads and subscriptions.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ServerWritableStream, status } from '@grpc/grpc-js'
import type {
  ReadReq,
  ReadResp as Response,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import { eventMessage } from './eventMessage.js'
import type { Kept, ServerLog } from './log.js'
import { Refusal } from './refusal.js'

/** Messages may be encoded already. */
type Call = ServerWritableStream<ReadReq, Response | Buffer>
type Matches = (event: Kept) => boolean

const { ReadResp } = streams
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection
/** The only regular expression supported here: the server uses .NET's, which JavaScript's only resemble. */
const NOT_OWN = '^[^$].*'
const MAX_INT64 = 2n ** 63n - 1n

/** Serves reads of one stream or of all, and subscriptions to all. @param onExamined called for each event of all that is examined */
export async function read(
  call: Call,
  log: ServerLog,
  subscribers: Subscribers,
  onExamined: () => void,
): Promise<void> {
  const options = call.request.getOptions()!
  if (options.hasStream() && !options.hasSubscription()) return readStream(call, log, options)
  if (options.hasStream()) return subscribeToStream(call, log, options)
  if (options.hasSubscription()) return subscribe(call, log, options, subscribers, onExamined)
  const backwards = options.getReadDirection() === BACKWARDS
  const matches = matcherOf(options)
  const all = log.all()
  const from = indexFrom(options.getAll()!, log, backwards)
  let left = Number(options.getCount())
  for (let index = from; left > 0 && !call.cancelled; index += backwards ? -1 : 1) {
    const event = index < log.indexed() ? all[index] : undefined
    if (!event) return
    onExamined()
    if (!matches(event)) continue
    left--
    await send(call, eventMessage(event, options))
  }
}

/**
 * Reading forwards starts with the event at the position, backwards with the one before it; a position inside a record
 * is an error.
 */
function indexFrom(all: ReadReq.Options.AllOptions, log: ServerLog, backwards: boolean): number {
  if (all.hasStart()) return backwards ? -1 : 0
  if (all.hasEnd()) return backwards ? log.indexed() - 1 : log.indexed()
  const position = BigInt(all.getPosition()!.getCommitPosition())
  if (position > MAX_INT64) throw new Refusal('positions beyond 2^63 are not modelled')
  if (!log.isRecord(position))
    throw Object.assign(new Error('Trying to read from an invalid position.'), { code: status.INVALID_ARGUMENT })
  const index = log.indexOf(position)
  return backwards ? Math.min(index, log.indexed()) - 1 : index
}

async function readStream(call: Call, log: ServerLog, options: ReadReq.Options): Promise<void> {
  const { stream, backwards } = { stream: options.getStream()!, backwards: options.getReadDirection() === BACKWARDS }
  const name = Buffer.from(stream.getStreamIdentifier()!.getStreamName_asU8()).toString()
  const links = linkStream(log, name)
  const events = links ?? log.indexedStream(name)
  if (links && !options.getResolveLinks()) throw new Refusal('links are only resolved')
  if (events.length === 0) {
    const missing = new ReadResp.StreamNotFound()
    missing.setStreamIdentifier(stream.getStreamIdentifier())
    return void (await send(call, new ReadResp().setStreamNotFound(missing)))
  }
  const last = events.length - 1
  const requested = stream.hasStart()
    ? 0
    : stream.hasEnd()
      ? last
      : Math.min(Number(stream.getRevision()), events.length)
  let left = Number(options.getCount())
  for (let index = backwards ? Math.min(requested, last) : requested; left > 0; index += backwards ? -1 : 1, left--) {
    const event = events[index]
    if (!event) return
    await send(call, eventMessage(event, options))
  }
}

/** Catches up, reports it, and continues with new events, after the given revision. */
async function subscribeToStream(call: Call, log: ServerLog, options: ReadReq.Options): Promise<void> {
  const stream = options.getStream()!
  const name = Buffer.from(stream.getStreamIdentifier()!.getStreamName_asU8()).toString()
  if (stream.hasEnd() || linkStream(log, name)) throw new Refusal('subscriptions to links, or to the end of a stream')
  call.on('cancelled', log.wake)
  await send(call, confirmation())
  let live = false
  for (let next = stream.hasStart() ? 0 : Number(stream.getRevision()) + 1; !call.cancelled; ) {
    const count = log.indexed()
    const event = log.indexedStream(name)[next]
    if (event) {
      next++
      await send(call, eventMessage(event, options))
    } else if (!live) {
      live = true
      await send(call, new ReadResp().setCaughtUp(new ReadResp.CaughtUp()))
    } else await log.beyond(count)
  }
}

function confirmation(): Response {
  const confirmed = new ReadResp.SubscriptionConfirmation()
  confirmed.setSubscriptionId(crypto.randomUUID())
  return new ReadResp().setConfirmation(confirmed)
}

/** What can be done to the subscriptions of a server. */
export interface Subscribers {
  readonly live: Set<{ fallBehind(): void; abort(): void }>
}

/** Catches up, reports it, and continues with new events, after the given position. */
async function subscribe(
  call: Call,
  log: ServerLog,
  options: ReadReq.Options,
  { live: subscribers }: Subscribers,
  onExamined: () => void,
): Promise<void> {
  const all = options.getAll()!
  const matches = matcherOf(options)
  const filter = options.getFilter()
  const interval = filter ? filter.getCheckpointintervalmultiplier() * filter.getMax() : Infinity
  let next = indexFrom(all, log, false)
  if (all.hasPosition() && log.all()[next]?.position === BigInt(all.getPosition()!.getCommitPosition())) next++
  call.on('cancelled', log.wake)
  await send(call, confirmation())
  let live = false
  let isBehind = false
  let isAborted = false
  const subscriber = {
    fallBehind() {
      isBehind = true
      log.wake()
    },
    abort() {
      isAborted = true
      log.wake()
    },
  }
  subscribers.add(subscriber)
  call.on('cancelled', () => subscribers.delete(subscriber))
  for (let considered = 0; !call.cancelled; ) {
    if (isAborted) {
      subscribers.delete(subscriber)
      throw Object.assign(new Error('Operation timed out: Consumer too slow'), { code: status.ABORTED })
    }
    if (isBehind) {
      isBehind = false
      live = false
      await send(call, new ReadResp().setFellBehind(new ReadResp.FellBehind()))
    }
    const event = next < log.indexed() ? log.all()[next] : undefined
    if (!event) {
      if (!live) {
        if (filter && next > 0) await send(call, checkpointMessage(log.all()[next - 1]!))
        // Its position may be after the events examined, so none is reported.
        await send(call, new ReadResp().setCaughtUp(new ReadResp.CaughtUp()))
        live = true
      }
      await log.beyond(next)
      // Appends are answered first: a server does both concurrently.
      await nextTurn()
      continue
    }
    next++
    considered++
    onExamined()
    if (matches(event)) await send(call, eventMessage(event, options))
    if (considered % interval === 0) await send(call, checkpointMessage(event))
  }
}

function matcherOf(options: ReadReq.Options): Matches {
  const filter = options.getFilter()
  if (!filter) return () => true
  const onStream = filter.hasStreamIdentifier()
  const expression = (onStream ? filter.getStreamIdentifier() : filter.getEventType())!
  const textOf = onStream ? ({ stream }: Kept) => stream : ({ type }: Kept) => type
  const [regex, prefixes] = [expression.getRegex(), expression.getPrefixList()]
  if (regex === NOT_OWN) return (event) => !textOf(event).startsWith('$')
  if (regex !== '') throw new Refusal(`the regular expression ${regex} is not modelled`)
  return (event) => prefixes.some((prefix) => textOf(event).startsWith(prefix))
}

export const serializeResponse = (message: Response | Buffer): Buffer =>
  Buffer.isBuffer(message) ? message : Buffer.from(message.serializeBinary())

/** As fast as the client reads. */
function send(call: Call, message: Response | Buffer): Promise<void> | undefined {
  if (call.cancelled || call.write(message)) return undefined
  return new Promise((resolve) => {
    const go = () => {
      for (const name of ['drain', 'cancelled', 'close', 'error']) call.off(name, go)
      resolve()
    }
    for (const name of ['drain', 'cancelled', 'close', 'error']) call.on(name, go)
  })
}

function checkpointMessage({ position }: Kept): Response {
  const checkpoint = new ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position))
  return new ReadResp().setCheckpoint(checkpoint)
}

/** Streams of links that the server's own projections keep: by category, by type and by correlation. */
function linkStream(log: ServerLog, name: string): readonly Kept[] | undefined {
  const [, kind, value] = /^\$(ce|et|bc)-(.*)$/s.exec(name) ?? []
  if (!kind) return undefined
  const belongs: { readonly [kind: string]: Matches } = {
    ce: ({ stream }) => stream.includes('-') && stream.slice(0, stream.indexOf('-')) === value,
    et: ({ type }) => type === value,
    bc: ({ metadata }) => correlationOf(metadata) === value,
  }
  return log
    .all()
    .slice(0, log.indexed())
    .filter((event) => !event.stream.startsWith('$') && belongs[kind]!(event))
}

function correlationOf(metadata: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(metadata).toString()).$correlationId
  } catch {
    return undefined
  }
}
