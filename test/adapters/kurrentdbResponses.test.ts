// Responses to reads are decoded as the client decodes them.
import { expect, test } from '@jest/globals'
import converters from '@kurrent/kurrentdb-client/dist/utils/convertGrpcEvent.js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import streams from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import { decodeResponse, toResolvedEvent } from '../../src/adapters/eventstore/kurrentdb/connect/readResponses.js'
import fc from '../../testbed/fastCheck.js'

const { ReadResp } = streams
const { ReadEvent } = ReadResp
const unsigned64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.json().map((text) => Buffer.from(text)),
)

const anEvent = fc
  .record({
    id: fc.oneof(fc.uuid(), fc.record({ most: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) })),
    stream: fc.string({ unit: 'binary', minLength: 1 }),
    ...{ revision: unsigned64, commit: unsigned64, prepare: unsigned64 },
    type: fc.option(fc.string({ unit: 'binary', minLength: 1 })),
    created: fc.option(fc.bigInt({ min: 0n, max: 3n * 10n ** 18n }).map(String)),
    contentType: fc.constantFrom('application/json', 'application/json', 'application/octet-stream', undefined),
    ...{ data: bytes, metadata: bytes },
  })
  .map(({ id, stream, revision, commit, prepare, type, created, contentType, data, metadata }) => {
    const uuid = new shared.UUID()
    if (typeof id === 'string') uuid.setString(id)
    else uuid.setStructured(new shared.UUID.Structured().setMostSignificantBits(String(id.most)))
    const event = new ReadEvent.RecordedEvent()
      .setId(uuid)
      .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
      .setStreamRevision(revision)
      .setCommitPosition(commit)
      .setPreparePosition(prepare)
      .setData(data)
      .setCustomMetadata(metadata)
    const properties = event.getMetadataMap()
    if (type) properties.set('type', type)
    if (created) properties.set('created', created)
    if (contentType) properties.set('content-type', contentType)
    return event
  })

test('an event of a read is what the client would have made of it', () => {
  fc.assert(
    fc.property(anEvent, fc.option(anEvent), (event, link) => {
      const read = new ReadEvent().setEvent(event)
      if (link) read.setLink(link)
      const sent = Buffer.from(new ReadResp().setEvent(read).serializeBinary())
      const decoded = toResolvedEvent(decodeResponse(sent).getEvent()!)
      expect(decoded).toEqual(converters.convertGrpcEvent(ReadResp.deserializeBinary(sent).getEvent()!))
    }),
  )
})

test('what is no event stays the response that the client knows', () => {
  const caughtUp = Buffer.from(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()).serializeBinary())
  expect(decodeResponse(caughtUp)).toEqual(ReadResp.deserializeBinary(caughtUp))
  expect(decodeResponse(caughtUp).getEvent()).toBe(undefined)
})
