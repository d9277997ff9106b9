// Encodes appends and decodes their responses, without the objects that the client makes of each part.
import unpacking from '@kurrent/kurrentdb-client/dist/streams/appendToStream/unpackError.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import protobuf from 'protobufjs/light.js'
import type { ExpectedRevision } from '../../../../kernel/ports/eventStore.js'
import type { Place } from '../format/position.js'
import { field, SHARED, toBigint } from './messages.js'

/** The parts of `streams.proto` and `shared.proto` that our appends have. */
const root = protobuf.Root.fromJSON({
  nested: {
    ...SHARED,
    Request: {
      fields: {
        correlation: field(1, 'Uuid'),
        options: field(2, 'Options'),
        events: { ...field(3, 'Event'), rule: 'repeated' },
        isFinal: field(4, 'bool'),
      },
    },
    Options: {
      fields: {
        stream: field(1, 'Stream'),
        revision: field(2, 'uint64'),
        noStream: field(3, 'Empty'),
        any: field(4, 'Empty'),
        deadline: field(6, 'Timestamp'),
      },
    },
    Event: {
      fields: {
        id: field(1, 'Uuid'),
        properties: { ...field(2, 'string'), keyType: 'string' } as protobuf.IMapField,
        metadata: field(3, 'bytes'),
        data: field(4, 'bytes'),
      },
    },
    Empty: { fields: {} },
    Timestamp: { fields: { seconds: field(1, 'int64'), nanos: field(2, 'int32') } },
    Response: { fields: { correlation: field(1, 'Uuid'), success: field(3, 'Success') } },
    Success: { fields: { revision: field(1, 'uint64'), place: field(3, 'Place') } },
    Place: { fields: { commit: field(1, 'uint64'), prepare: field(2, 'uint64') } },
  },
})
const [Request, Response] = [root.lookupType('Request'), root.lookupType('Response')]

/** An event to append: data and metadata are JSON. */
export interface EncodedEvent {
  readonly id: string
  readonly type: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export interface AppendRequest {
  /** A random UUID, which its response has too. */
  readonly id: string
  /** Name of the stream on the server. */
  readonly name: string
  readonly events: readonly EncodedEvent[]
  readonly expected: ExpectedRevision
  /** Until when the server may write it. */
  readonly deadline: Date
}

const NOTHING = {}

export function encodeRequest({ id, name, events, expected, deadline }: AppendRequest): Buffer {
  const until = deadline.getTime()
  const seconds = Math.floor(until / 1_000)
  const options = {
    stream: { name: Buffer.from(name) },
    ...(typeof expected === 'bigint' && { revision: toLong(expected) }),
    ...(expected === 'no_stream' && { noStream: NOTHING }),
    ...(expected === 'any' && { any: NOTHING }),
    deadline: { seconds, nanos: (until - 1_000 * seconds) * 1_000_000 },
  }
  const request = { correlation: { text: id }, options, events: events.map(messageOf), isFinal: true }
  return Request.encode(request).finish() as Buffer
}

const messageOf = ({ id, type, data, metadata }: EncodedEvent) => ({
  id: { text: id },
  properties: { type, 'content-type': 'application/json' },
  metadata,
  data,
})

const toLong = (number: bigint): protobuf.Long => ({
  high: Number(BigInt.asIntN(32, number >> 32n)),
  low: Number(BigInt.asIntN(32, number)),
  unsigned: true,
})

interface Decoded {
  readonly correlation?: { readonly text: string; readonly halves?: Halves }
  readonly success?: {
    readonly revision: protobuf.Long
    readonly place?: { readonly commit: protobuf.Long; readonly prepare: protobuf.Long }
  }
}

interface Halves {
  readonly most: protobuf.Long
  readonly least: protobuf.Long
}

export interface AppendResponse {
  /** That of the request. */
  readonly id: string
  /** @throws the client's error that the server answered */
  outcome(name: string): { readonly revision: bigint; readonly position: Place | undefined }
}

export function decodeResponse(bytes: Buffer): AppendResponse {
  const { correlation, success } = Response.decode(bytes) as Decoded
  return {
    id: correlation?.halves ? uuidOf(correlation.halves) : (correlation?.text ?? ''),
    outcome(name) {
      if (!success) throw errorOf(bytes, name)
      const { revision, place } = success
      const position = place ? { commit: toBigint(place.commit), prepare: toBigint(place.prepare) } : undefined
      return { revision: toBigint(revision), position }
    },
  }
}

/** The server answers with the halves of an id, whatever was sent. */
function uuidOf({ most, least }: Halves): string {
  const [a, b, c, d] = [most.high, most.low, least.high, least.low].map((word) =>
    (word >>> 0).toString(16).padStart(8, '0'),
  ) as [string, string, string, string]
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`
}

const errorOf = (bytes: Buffer, name: string): Error =>
  unpacking.unpackToCommandError(streams.BatchAppendResp.deserializeBinary(bytes).getError()!, name)
