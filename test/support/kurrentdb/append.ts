import type { ServerDuplexStream } from '@grpc/grpc-js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import status from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js'
import type {
  BatchAppendReq as Request,
  BatchAppendResp as Response,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import type { Expected, Kept, Proposed, ServerLog } from './log.js'
import { Refusal } from './refusal.js'

/** The server's own default limit. */
const MAX_BYTES = 1024 * 1024
const { BatchAppendResp } = streams

export interface Appending {
  readonly log: ServerLog
  /** Called with every append before it is answered; false = it is never answered. */
  answers(): boolean
  /** Whether responses include the position; the server may omit it when an append is repeated. */
  positions(): boolean
  /** The error of every append, if any; the call stays open. */
  readonly failing: 'AccessDenied' | 'Timeout' | undefined
}

/** Appends of one client, in order of arrival. */
export function batchAppend(call: ServerDuplexStream<Request, Response>, appending: Appending): void {
  call.on('data', (request: Request) => {
    try {
      const response = answer(request, appending)
      if (appending.answers()) call.write(response)
    } catch (error) {
      call.emit('error', error)
    }
  })
  call.on('error', () => {})
  call.on('end', () => call.end())
}

function answer(request: Request, { log, positions, failing }: Appending): Response {
  const options = request.getOptions()
  if (!request.getIsFinal() || !options) throw new Refusal('an append in several messages')
  if (options.hasDeadline() || options.hasDeadline21100()) throw new Refusal('deadlines of appends are not kept')
  const stream = Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString()
  if (stream === '' || stream.startsWith('$')) throw new Refusal('the rights to its own streams are not modelled')
  const proposed = request.getProposedMessagesList().map(proposedOf)
  const response = new BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(options.getStreamIdentifier())
  if (failing) return response.setError(failed(failing, new shared[failing]()))
  const bytes = proposed.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
  if (bytes > MAX_BYTES) return response.setError(tooLarge())
  const outcome = log.append(stream, proposed, expectedOf(options))
  return outcome.ok
    ? response.setSuccess(success(outcome.last, positions()))
    : response.setError(wrong(outcome.current))
}

function proposedOf(message: Request.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap()
  if (metadata.get('content-type') !== 'application/json') throw new Refusal('events that are not JSON')
  return {
    id: message.getId()!.getString() || refuse('ids that are not text'),
    type: metadata.get('type') ?? refuse('events without a type'),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

function refuse(what: string): never {
  throw new Refusal(what)
}

function expectedOf(options: Request.Options): Expected {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasStreamExists()) return 'stream_exists'
  return BigInt(options.getStreamPosition())
}

function success({ revision, position }: Kept, withPosition: boolean) {
  const done = new BatchAppendResp.Success().setCurrentRevision(String(revision))
  const place = new shared.AllStreamPosition()
  place.setCommitPosition(String(position)).setPreparePosition(String(position))
  return withPosition ? done.setPosition(place) : done.setNoPosition(new shared.Empty() as never)
}

function wrong(current: bigint | undefined) {
  const details = new shared.WrongExpectedVersion()
  if (current === undefined) details.setCurrentNoStream(new shared.Empty() as never)
  else details.setCurrentStreamRevision(String(current))
  return failed('WrongExpectedVersion', details)
}

const tooLarge = () =>
  failed('MaximumAppendSizeExceeded', new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_BYTES))

function failed(name: string, details: { serializeBinary(): Uint8Array }) {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), `event_store.client.${name}`)
  return new status.Status().setMessage(name).setDetails(packed)
}
