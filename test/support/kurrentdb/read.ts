import { type ServerWritableStream, status } from '@grpc/grpc-js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import type {
  ReadReq,
  ReadResp as Response,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import type { Kept, ServerLog } from './log.js'
import { Refusal } from './refusal.js'

type Call = ServerWritableStream<ReadReq, Response>
type Matches = (event: Kept) => boolean

const { ReadResp } = streams
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection
/** The only regular expression supported here: the server uses .NET's, which JavaScript's only resemble. */
const NOT_OWN = '^[^$].*'
const MAX_INT64 = 2n ** 63n - 1n

/** Serves reads of one stream or of all, and subscriptions to all. */
export async function read(call: Call, log: ServerLog): Promise<void> {
  const options = call.request.getOptions()!
  if (options.getResolveLinks()) throw new Refusal('links are not resolved here')
  if (!options.getUuidOption()?.hasString()) throw new Refusal('ids are only known as text here')
  if (options.hasStream()) return readStream(call, log, options)
  if (options.hasSubscription()) return subscribe(call, log, options)
  const backwards = options.getReadDirection() === BACKWARDS
  const matches = matcherOf(options)
  const all = log.all()
  const from = indexFrom(options.getAll()!, log, backwards)
  let left = Number(options.getCount())
  for (let index = from; left > 0; index += backwards ? -1 : 1) {
    const event = all[index]
    if (!event) return
    if (!matches(event)) continue
    left--
    await send(call, eventMessage(event))
  }
}

/**
 * Reading forwards starts with the event at the position, backwards with the one before it; a position inside a record
 * is an error.
 */
function indexFrom(all: ReadReq.Options.AllOptions, log: ServerLog, backwards: boolean): number {
  if (all.hasStart()) return backwards ? -1 : 0
  if (all.hasEnd()) return backwards ? log.all().length - 1 : log.all().length
  const position = BigInt(all.getPosition()!.getCommitPosition())
  if (position > MAX_INT64) throw new Refusal('positions beyond 2^63 are not modelled')
  if (!log.isRecord(position))
    throw Object.assign(new Error('Trying to read from an invalid position.'), { code: status.INVALID_ARGUMENT })
  return backwards ? log.indexOf(position) - 1 : log.indexOf(position)
}

async function readStream(call: Call, log: ServerLog, options: ReadReq.Options): Promise<void> {
  const { stream, backwards } = { stream: options.getStream()!, backwards: options.getReadDirection() === BACKWARDS }
  if (options.hasSubscription()) throw new Refusal('subscriptions to one stream are not served')
  const name = Buffer.from(stream.getStreamIdentifier()!.getStreamName_asU8()).toString()
  const events = log.stream(name)
  if (events.length === 0) {
    const missing = new ReadResp.StreamNotFound()
    missing.setStreamIdentifier(stream.getStreamIdentifier())
    return void (await send(call, new ReadResp().setStreamNotFound(missing)))
  }
  const last = events.length - 1
  const asked = stream.hasStart() ? 0 : stream.hasEnd() ? last : Math.min(Number(stream.getRevision()), events.length)
  let left = Number(options.getCount())
  for (let index = backwards ? Math.min(asked, last) : asked; left > 0; index += backwards ? -1 : 1, left--) {
    const event = events[index]
    if (!event) return
    await send(call, eventMessage(event))
  }
}

/** Catches up, reports it, and continues with new events, after the given position. */
async function subscribe(call: Call, log: ServerLog, options: ReadReq.Options): Promise<void> {
  const all = options.getAll()!
  const matches = matcherOf(options)
  const filter = options.getFilter()
  const interval = filter ? filter.getCheckpointintervalmultiplier() * filter.getMax() : Infinity
  let next = indexFrom(all, log, false)
  if (all.hasPosition() && log.all()[next]?.position === BigInt(all.getPosition()!.getCommitPosition())) next++
  call.on('cancelled', log.wake)
  const confirmation = new ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(crypto.randomUUID())
  await send(call, new ReadResp().setConfirmation(confirmation))
  for (let live = false, considered = 0; !call.cancelled; ) {
    const event = log.all()[next]
    if (!event) {
      if (!live) {
        if (filter && next > 0) await send(call, checkpointMessage(log.all()[next - 1]!))
        // Its position may be after the events examined, so none is reported.
        await send(call, new ReadResp().setCaughtUp(new ReadResp.CaughtUp()))
        live = true
      }
      await log.beyond(next)
      continue
    }
    next++
    considered++
    if (matches(event)) await send(call, eventMessage(event))
    if (considered % interval === 0) await send(call, checkpointMessage(event))
  }
}

function matcherOf(options: ReadReq.Options): Matches {
  const filter = options.getFilter()
  if (!filter) return () => true
  if (filter.hasStreamIdentifier()) throw new Refusal('filters by stream name are not modelled')
  if (!filter.hasMax() || filter.getCheckpointintervalmultiplier() < 1) throw new Refusal('a filter needs a window')
  const [regex, prefixes] = [filter.getEventType()!.getRegex(), filter.getEventType()!.getPrefixList()]
  if (regex === NOT_OWN) return ({ type }) => !type.startsWith('$')
  if (regex !== '') throw new Refusal(`the regular expression ${regex} is not modelled`)
  return ({ type }) => prefixes.some((prefix) => type.startsWith(prefix))
}

/** As fast as the client reads. */
function send(call: Call, message: Response): Promise<void> | undefined {
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

const messages = new WeakMap<Kept, Response>()

/** Created once: creating it dominates the cost of a test. */
function eventMessage(event: Kept): Response {
  const made = messages.get(event) ?? newEventMessage(event)
  messages.set(event, made)
  return made
}

function newEventMessage(event: Kept): Response {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(new shared.UUID().setString(event.id))
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position)).setPreparePosition(String(event.position))
  recorded.getMetadataMap().set('type', event.type)
  recorded.getMetadataMap().set('content-type', 'application/json')
  recorded.getMetadataMap().set('created', String(event.created))
  recorded.setData(event.data).setCustomMetadata(event.metadata)
  const message = new ReadResp.ReadEvent().setEvent(recorded)
  return new ReadResp().setEvent(message.setCommitPosition(String(event.position)))
}
