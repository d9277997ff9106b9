import type { Unanswered } from '../../kernel/ports/outbound.js'

/** A call ended without a response. The message is for readers of the delivery log. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(
    readonly kind: Unanswered['cause'],
    message: string,
  ) {
    super(message)
  }
}
