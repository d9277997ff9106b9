// How the stand-in for KurrentDB answers appends.
import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import rpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js'
import type {
  BatchAppendReq as Request,
  BatchAppendResp as Response,
} from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import type { NodeRefusal } from './gossip.js'
import type { Expected, Kept, Proposed, ServerLog } from './log.js'
import { Refusal } from './refusal.js'

/** The server's own default limit. */
const MAX_BYTES = 1024 * 1024
const { BatchAppendResp } = streams

/** The server's own limit for a commit; afterwards it answers `Timeout`. */
const COMMIT_TIMEOUT_MS = 2_000

export interface Appending {
  readonly log: ServerLog
  /** Called with every append before it is answered; false = it is never answered. */
  answers(): boolean
  /** Whether responses include the position; the server may omit it when an append is repeated. */
  positions(): boolean
  /** The error of every append, if any; the call stays open. */
  readonly failing: 'AccessDenied' | 'Timeout' | undefined
  /** Whether the user may write to a stream. */
  mayWrite(stream: string): boolean
  /** How long a commit takes, in milliseconds. */
  commitMs(): number
  /** Why the node takes no appends now: only the name of another leader ends the call. */
  readonly refusal?: () => NodeRefusal | undefined
  /** Appends that were accepted and cannot be read yet, by stream and id of the first event. */
  readonly underWay: Set<string>
  /** Called with each append that is accepted. */
  accepted(): void
}

/** Appends of one client, in order of arrival. */
export function batchAppend(call: ServerDuplexStream<Request, Response>, appending: Appending): void {
  call.on('data', (request: Request) => {
    const refusal = appending.refusal?.()
    if (refusal?.code === status.NOT_FOUND) return void call.emit('error', refusal)
    const respond = (response: Response) => {
      if (appending.answers()) call.write(response)
    }
    if (refusal) return respond(responseTo(request).setError(notReady(refusal.message)))
    try {
      accept(request, appending, respond)
    } catch (error) {
      call.emit('error', error)
    }
  })
  call.on('error', () => {})
  call.on('end', () => call.end())
}

function accept(request: Request, appending: Appending, respond: (response: Response) => void): void {
  const { log, positions, commitMs, underWay, accepted } = appending
  const options = request.getOptions()
  if (!request.getIsFinal() || !options) throw new Refusal('an append in several messages')
  const stream = Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString()
  if (stream === '' || stream.startsWith('$')) throw new Refusal('the rights to its own streams are not modelled')
  const proposed = request.getProposedMessagesList().map(proposedOf)
  const response = responseTo(request)
  const error = errorOf(stream, proposed, appending)
  if (error) {
    respond(response.setError(error))
    return
  }
  const expected = expectedOf(options)
  const key = `${stream} ${proposed[0]?.id}`
  const commit = () => {
    const outcome = log.append(stream, proposed, expected)
    if (!outcome.ok) {
      underWay.delete(key)
      return respond(response.setError(wrong(outcome.current)))
    }
    log.whenIndexed(() => {
      underWay.delete(key)
      respond(response.setSuccess(success(outcome.last, positions())))
    })
  }
  if (underWay.has(key)) {
    // A repeated append whose first copy is still being written is dropped: the client is to wait, and to repeat it.
    setTimeout(() => respond(response.setError(named('Timeout'))), COMMIT_TIMEOUT_MS).unref()
  } else if (log.has(stream, proposed, expected)) commit()
  else {
    underWay.add(key)
    accepted()
    if (commitMs() > 0) setTimeout(commit, commitMs())
    else setImmediate(commit)
  }
}

function errorOf(stream: string, proposed: readonly Proposed[], { mayWrite, failing }: Appending) {
  if (!mayWrite(stream)) return named('AccessDenied')
  if (failing) return named(failing)
  const bytes = proposed.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
  return bytes > MAX_BYTES ? tooLarge() : undefined
}

const responseTo = (request: Request): Response =>
  new BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(request.getOptions()?.getStreamIdentifier())

/** An error without a type of its own. */
function notReady(message: string) {
  const nothing = new any.Any()
  nothing.pack(new empty.Empty().serializeBinary(), 'google.protobuf.Empty')
  return new rpc.Status().setMessage(message).setDetails(nothing)
}

const named = (kind: 'AccessDenied' | 'Timeout') => failed(kind, new shared[kind]())

function proposedOf(message: Request.ProposedMessage): Proposed {
  const metadata = message.getMetadataMap()
  return {
    id: message.getId()!.getString() || refuse('ids that are not text'),
    type: metadata.get('type') ?? refuse('events without a type'),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
    contentType: metadata.get('content-type') ?? refuse('events without a content type'),
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
  return new rpc.Status().setMessage(name).setDetails(packed)
}
