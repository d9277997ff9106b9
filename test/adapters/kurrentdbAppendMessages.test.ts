// Appends are encoded, and their responses decoded, as the client does it.
import { expect, test } from '@jest/globals'
import unpacking from '@kurrent/kurrentdb-client/dist/streams/appendToStream/unpackError.js'
import { parseUUID } from '@kurrent/kurrentdb-client/dist/utils/grpcUUID.js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import rpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import { decodeResponse, encodeRequest } from '../../src/adapters/eventstore/kurrentdb/connect/appendMessages.js'
import fc from '../../testbed/fastCheck.js'

const { BatchAppendReq, BatchAppendResp } = streams
const unsigned64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array))
const text = fc.string({ unit: 'binary', minLength: 1 })

const aRequest = fc.record({
  id: fc.uuid(),
  name: text,
  events: fc.array(fc.record({ id: fc.uuid(), type: text, data: bytes, metadata: bytes }), {
    minLength: 1,
    maxLength: 3,
  }),
  expected: fc.oneof(fc.constantFrom('any' as const, 'no_stream' as const), unsigned64),
  deadline: fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
})

test('the client reads an append as it was meant', () => {
  fc.assert(
    fc.property(aRequest, (request) => {
      const read = BatchAppendReq.deserializeBinary(encodeRequest(request))
      const options = read.getOptions()!
      const until = options.getDeadline21100()!
      expect({
        id: read.getCorrelationId()!.getString(),
        name: Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString(),
        expected: options.hasAny() ? 'any' : options.hasNoStream() ? 'no_stream' : BigInt(options.getStreamPosition()),
        deadline: until.toDate(),
        events: read.getProposedMessagesList().map((event) => ({
          id: event.getId()!.getString(),
          type: event.getMetadataMap().get('type'),
          data: Buffer.from(event.getData_asU8()),
          metadata: Buffer.from(event.getCustomMetadata_asU8()),
        })),
      }).toEqual(request)
      expect(read.getIsFinal()).toBe(true)
      expect(read.getProposedMessagesList()[0]!.getMetadataMap().get('content-type')).toBe('application/json')
    }),
  )
})

const anId = fc.oneof(
  fc.uuid().map((id) => new shared.UUID().setString(id)),
  fc
    .tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
    .map(([most, least]) => {
      const halves = new shared.UUID.Structured().setMostSignificantBits(String(most))
      return new shared.UUID().setStructured(halves.setLeastSignificantBits(String(least)))
    }),
)

test('an outcome is what the client would have made of it', () => {
  const places = fc.option(fc.record({ commit: unsigned64, prepare: unsigned64 }), { nil: undefined })
  fc.assert(
    fc.property(anId, unsigned64, places, (id, revision, position) => {
      const success = new BatchAppendResp.Success().setCurrentRevision(String(revision))
      const place = new shared.AllStreamPosition()
      if (position)
        success.setPosition(
          place.setCommitPosition(String(position.commit)).setPreparePosition(String(position.prepare)),
        )
      const sent = new BatchAppendResp().setCorrelationId(id).setSuccess(success)
      const response = decodeResponse(Buffer.from(sent.serializeBinary()))
      expect(response.id).toBe(parseUUID(id))
      expect(response.outcome('usage-1')).toEqual({ revision, position })
    }),
  )
})

test.each(['WrongExpectedVersion', 'AccessDenied', 'Timeout', 'StreamDeleted', 'else'])(
  'a response that says %s is the error that the client makes of it',
  (kind) => {
    const details = new any.Any()
    details.pack(new shared.Empty().serializeBinary(), `event_store.client.${kind}`)
    const error = new rpc.Status().setMessage('why').setDetails(details)
    const sent = new BatchAppendResp().setCorrelationId(new shared.UUID().setString(crypto.randomUUID()))
    const response = decodeResponse(Buffer.from(sent.setError(error).serializeBinary()))
    const expected = unpacking.unpackToCommandError(error, 'usage-1')
    expect(() => response.outcome('usage-1')).toThrow(expected)
  },
)
