// Decodes the events that reads return as the client would, which makes an object of each part first and takes twice to three times as long.
import type { RecordedEvent, ResolvedEvent } from '@kurrent/kurrentdb-client'
import converters from '@kurrent/kurrentdb-client/dist/utils/convertGrpcEvent.js'
import streams, { type ReadResp } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import protobuf from 'protobufjs/light.js'
import { field, SHARED, toBigint } from './messages.js'

/** The parts of `streams.proto` and `shared.proto` that an event of ours has. */
const Response = protobuf.Root.fromJSON({
  nested: {
    ...SHARED,
    Response: { fields: { read: field(1, 'ReadEvent') } },
    ReadEvent: { fields: { event: field(1, 'Event'), link: field(2, 'Event') } },
    Event: {
      fields: {
        id: field(1, 'Uuid'),
        stream: field(2, 'Stream'),
        revision: field(3, 'uint64'),
        prepare: field(4, 'uint64'),
        commit: field(5, 'uint64'),
        properties: { ...field(6, 'string'), keyType: 'string' } as protobuf.IMapField,
        metadata: field(7, 'bytes'),
        data: field(8, 'bytes'),
      },
    },
  },
}).lookupType('Response')

interface Decoded {
  readonly read?: { readonly event?: DecodedEvent; readonly link?: DecodedEvent }
}

interface DecodedEvent {
  readonly id?: { readonly text: string }
  readonly stream?: { readonly name: Buffer }
  readonly revision: protobuf.Long
  readonly prepare: protobuf.Long
  readonly commit: protobuf.Long
  readonly properties: { readonly [name: string]: string }
  readonly metadata: Buffer
  readonly data: Buffer
}

export interface ReadResponse {
  getEvent(): ResolvedEvent | ReadResp.ReadEvent | undefined
}

/** A response to a read. What is no event in JSON is left to the client. */
export function decodeResponse(bytes: Buffer): ReadResponse {
  const event = eventOf(Response.decode(bytes) as Decoded)
  return event ? { getEvent: () => event } : streams.ReadResp.deserializeBinary(bytes)
}

/** The event of such a response. */
export const toResolvedEvent = (event: ResolvedEvent | ReadResp.ReadEvent): ResolvedEvent =>
  event instanceof streams.ReadResp.ReadEvent ? converters.convertGrpcEvent(event) : event

function eventOf({ read }: Decoded): ResolvedEvent | undefined {
  if (!read?.event || read.link) return undefined
  const { id, stream, revision, prepare, commit, properties, metadata, data } = read.event
  const { type, created, 'content-type': contentType } = properties
  if (!id?.text || !stream || !type || !created || contentType !== 'application/json') return undefined
  const event = {
    id: id.text,
    type,
    streamId: stream.name.toString(),
    revision: toBigint(revision),
    position: { commit: toBigint(commit), prepare: toBigint(prepare) },
    isJson: true as const,
    // In .NET's ticks, of which a millisecond has 10,000.
    created: new Date(Number(created.slice(0, -4))),
    data: jsonOf(data, (bytes) => bytes.toString()),
    metadata: metadata.length > 0 ? jsonOf(metadata, (bytes) => bytes) : undefined,
  }
  return { event: event as RecordedEvent }
}

/** @param otherwise what stands for bytes that are no JSON */
function jsonOf(bytes: Buffer, otherwise: (bytes: Buffer) => unknown): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return otherwise(bytes)
  }
}
