import { isWellFormed } from './codec.js'
import type { Place } from './position.js'
import { Empty, type ReadReq, ReadRequest, StreamIdentifier } from './protocol.js'

const { Options } = ReadRequest
const { FORWARDS, BACKWARDS } = Options.ReadDirection

/** Events that the server filters per batch; subscriptions get a checkpoint after every two batches. */
const FILTER_WINDOW = 500
/** With more types than this, the client filters. */
const MAX_TYPES = 100
/** Excludes events that the server writes for itself. */
const NOT_RESERVED = '^[^$].*'

/** A range of a stream or of the log. `from` undefined: from the start, or from the end if backwards. */
interface Reading<From> {
  readonly from: From | undefined
  readonly backwards: boolean
  readonly count: number
}

export function streamRequest(stream: string, { from, backwards, count }: Reading<bigint>): ReadReq {
  const which = new Options.StreamOptions()
  which.setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
  if (from !== undefined) which.setRevision(String(from))
  else if (backwards) which.setEnd(new Empty())
  else which.setStart(new Empty())
  const options = new Options().setStream(which).setNoFilter(new Empty())
  return request(options.setReadDirection(backwards ? BACKWARDS : FORWARDS).setCount(String(count)))
}

/** The event at `from` is included when reading forwards, and excluded when reading backwards. */
export function allRequest({ from, backwards, count }: Reading<Place>, types?: ReadonlySet<string>): ReadReq {
  const options = new Options().setAll(allOptions(from, backwards)).setFilter(filterOf(types))
  return request(options.setReadDirection(backwards ? BACKWARDS : FORWARDS).setCount(String(count)))
}

/** The last event, including the server's own: the cheapest request. */
export function lastRequest(): ReadReq {
  const options = new Options().setAll(allOptions(undefined, true)).setNoFilter(new Empty())
  return request(options.setReadDirection(BACKWARDS).setCount('1'))
}

/** Excludes the event at `after`. */
export function subscribeRequest(after: Place | undefined, types?: ReadonlySet<string>): ReadReq {
  const options = new Options().setAll(allOptions(after, false)).setFilter(filterOf(types))
  return request(options.setSubscription(new Options.SubscriptionOptions()))
}

function request(options: ReadReq.Options): ReadReq {
  options.setResolveLinks(false).setUuidOption(new Options.UUIDOption().setString(new Empty()))
  return new ReadRequest().setOptions(options)
}

function allOptions(from: Place | undefined, backwards: boolean): ReadReq.Options.AllOptions {
  const all = new Options.AllOptions()
  if (from) {
    return all.setPosition(new Options.Position().setCommitPosition(from.commit).setPreparePosition(from.prepare))
  }
  return backwards ? all.setEnd(new Empty()) : all.setStart(new Empty())
}

/** A superset of the types: the server filters by prefix, the client by exact name. */
function filterOf(types: ReadonlySet<string> | undefined): ReadReq.Options.FilterOptions {
  const expression = new Options.FilterOptions.Expression()
  const names = [...(types ?? [])]
  const isSupported = names.length > 0 && names.length <= MAX_TYPES && names.every((name) => name && isWellFormed(name))
  if (isSupported) expression.setPrefixList(names)
  else expression.setRegex(NOT_RESERVED)
  return new Options.FilterOptions().setEventType(expression).setMax(FILTER_WINDOW).setCheckpointintervalmultiplier(2)
}
