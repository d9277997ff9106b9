import type { ExpectedRevision } from '../../../kernel/ports/eventStore.js'
import type { Prepared } from './codec.js'
import { AppendRequest, type BatchAppendReq, Empty, StreamIdentifier } from './protocol.js'

/** An append as a single message: it is far smaller than the maximum message size. */
export function appendRequest(stream: string, events: readonly Prepared[], expected: ExpectedRevision): BatchAppendReq {
  const options = new AppendRequest.Options()
  options.setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
  setExpected(options, expected)
  const request = new AppendRequest().setOptions(options).setIsFinal(true)
  return request.setProposedMessagesList(events.map(({ message }) => message))
}

function setExpected(options: BatchAppendReq.Options, expected: ExpectedRevision): void {
  // The types expect Google's Empty instead of the protocol's own; both serialise to nothing.
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
