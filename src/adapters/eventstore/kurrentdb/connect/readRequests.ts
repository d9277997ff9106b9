// Requests of reads as the server's protocol defines them (`streams.proto`): the client builds those of subscriptions only.
import {
  BACKWARDS,
  END,
  type Filter,
  type ReadAllOptions,
  type ReadStreamOptions,
  START,
} from '@kurrent/kurrentdb-client'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import type { ReadReq } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'

const { Options } = streams.ReadReq
type Common = Pick<ReadAllOptions, 'direction' | 'maxCount' | 'resolveLinkTos'>

export function streamRequest(name: string, options: ReadStreamOptions): ReadReq {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(name).toString('base64'))
  const stream = new Options.StreamOptions().setStreamIdentifier(identifier)
  const { fromRevision = START } = options
  if (fromRevision === START) stream.setStart(new shared.Empty())
  else if (fromRevision === END) stream.setEnd(new shared.Empty())
  else stream.setRevision(String(fromRevision))
  return requestOf(new Options().setStream(stream).setNoFilter(new shared.Empty()), options)
}

export function allRequest(options: ReadAllOptions): ReadReq {
  const all = new Options.AllOptions()
  const { fromPosition = START, filter } = options
  if (fromPosition === START) all.setStart(new shared.Empty())
  else if (fromPosition === END) all.setEnd(new shared.Empty())
  else {
    const { commit, prepare } = fromPosition
    all.setPosition(new Options.Position().setCommitPosition(String(commit)).setPreparePosition(String(prepare)))
  }
  const request = new Options().setAll(all)
  return requestOf(filter ? request.setFilter(filterOptions(filter)) : request.setNoFilter(new shared.Empty()), options)
}

function requestOf(request: ReadReq.Options, { direction, maxCount, resolveLinkTos = false }: Common): ReadReq {
  const { FORWARDS, BACKWARDS: backwards } = Options.ReadDirection
  return new streams.ReadReq().setOptions(
    request
      .setReadDirection(direction === BACKWARDS ? backwards : FORWARDS)
      .setCount(String(maxCount ?? Number.MAX_SAFE_INTEGER))
      .setResolveLinks(resolveLinkTos)
      .setUuidOption(new Options.UUIDOption().setString(new shared.Empty())),
  )
}

function filterOptions(filter: Filter): ReadReq.Options.FilterOptions {
  const expression = new Options.FilterOptions.Expression()
  if ('prefixes' in filter) expression.setPrefixList(filter.prefixes)
  if ('regex' in filter) expression.setRegex(filter.regex)
  const options = new Options.FilterOptions().setCount(new shared.Empty()).setCheckpointintervalmultiplier(1)
  return filter.filterOn === 'streamName' ? options.setStreamIdentifier(expression) : options.setEventType(expression)
}
