import type { Unanswered } from '../../kernel/ports/outbound.js'

/** A call ended without an answer; the message is for the person who reads the delivery log. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(
    readonly why: Unanswered['cause'],
    message: string,
  ) {
    super(message)
  }
}
