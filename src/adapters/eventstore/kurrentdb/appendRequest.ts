import type { ExpectedRevision } from '../../../kernel/ports/eventStore.js'
import type { Prepared } from './codec.js'
import { AppendRequest, type BatchAppendReq, Empty, StreamIdentifier } from './protocol.js'

/** All of it in one message: an append is far smaller than the largest message. */
export function appendRequest(stream: string, events: readonly Prepared[], expected: ExpectedRevision): BatchAppendReq {
  const options = new AppendRequest.Options()
  options.setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
  expect(options, expected)
  const request = new AppendRequest().setOptions(options).setIsFinal(true)
  return request.setProposedMessagesList(events.map(({ message }) => message))
}

function expect(options: BatchAppendReq.Options, expected: ExpectedRevision): void {
  // Theirs are Google's, ours the protocol's own; nothing at all is the same in both.
  const empty = new Empty() as never
  switch (expected) {
    case 'any':
      options.setAny(empty)
      break
    case 'no_stream':
      options.setNoStream(empty)
      break
    case 'stream_exists':
      options.setStreamExists(empty)
      break
    default:
      options.setStreamPosition(String(expected))
  }
}
