import { isWellFormed } from './codec.js'
import type { Place } from './position.js'
import { Empty, type ReadReq, ReadRequest, StreamIdentifier } from './protocol.js'

const { Options } = ReadRequest
const { FORWARDS, BACKWARDS } = Options.ReadDirection

/** So many events the server looks at in one go when it filters; subscriptions hear how far it is after two. */
const WINDOW = 500
/** More would rather be sorted out here. */
const MAX_TYPES = 100
/** What the server writes for itself. */
const NOT_ITS_OWN = '^[^$].*'

/** A place in a stream or in the log; `undefined` is the beginning, or the end when it goes backwards. */
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

/** The event at `from` is among what is read forwards, and not among what is read backwards. */
export function allRequest({ from, backwards, count }: Reading<Place>, types?: ReadonlySet<string>): ReadReq {
  const options = new Options().setAll(allOptions(from, backwards)).setFilter(filterOf(types))
  return request(options.setReadDirection(backwards ? BACKWARDS : FORWARDS).setCount(String(count)))
}

/** The very last event there is, whoever wrote it: the least that a server can be asked. */
export function lastRequest(): ReadReq {
  const options = new Options().setAll(allOptions(undefined, true)).setNoFilter(new Empty())
  return request(options.setReadDirection(BACKWARDS).setCount('1'))
}

/** The event at `after` is not among what comes. */
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

/** Lets through too much rather than too little: names of types that begin alike are told apart here. */
function filterOf(types: ReadonlySet<string> | undefined): ReadReq.Options.FilterOptions {
  const expression = new Options.FilterOptions.Expression()
  const names = [...(types ?? [])]
  const sayable = names.length > 0 && names.length <= MAX_TYPES && names.every((name) => name && isWellFormed(name))
  if (sayable) expression.setPrefixList(names)
  else expression.setRegex(NOT_ITS_OWN)
  return new Options.FilterOptions().setEventType(expression).setMax(WINDOW).setCheckpointintervalmultiplier(2)
}
