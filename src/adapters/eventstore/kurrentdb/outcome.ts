import type { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Position } from '../../../kernel/position.js'
import { accessDenied, unavailable } from './failures.js'
import { isPlace, toPosition } from './position.js'
import { type BatchAppendResp, WrongExpectedVersion } from './protocol.js'

/** The server's response to an append. */
export type Outcome =
  /** `position` is missing when the events were appended before: the server does not look it up. */
  | { readonly appended: { readonly revision: bigint; readonly position: Position | undefined } }
  | { readonly conflict: { readonly actual: bigint | 'no_stream' } }
  | { readonly failure: StoreUnavailable }

const NAMES = 'event_store.client.'

export function outcomeOf(response: BatchAppendResp): Outcome {
  const success = response.getSuccess()
  if (success) {
    const log = success.getPosition()
    const place = log && { commit: log.getCommitPosition(), prepare: log.getPreparePosition() }
    const position = place && isPlace(place) ? toPosition(place) : undefined
    return { appended: { revision: BigInt(success.getCurrentRevision()), position } }
  }
  const error = response.getError()
  const details = error?.getDetails()
  const kind = details?.getTypeName().replace(NAMES, '')
  if (kind !== 'WrongExpectedVersion') {
    const message = [kind, error?.getMessage()].filter(Boolean).join(': ') || 'no reason given'
    return { failure: kind === 'AccessDenied' ? accessDenied(message) : unavailable(message) }
  }
  const conflict = details!.unpack(WrongExpectedVersion.deserializeBinary, `${NAMES}${kind}`)!
  const actual = conflict.hasCurrentStreamRevision() ? BigInt(conflict.getCurrentStreamRevision()) : 'no_stream'
  return { conflict: { actual } }
}
