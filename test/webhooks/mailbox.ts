import type { Answered, Outbound, Unanswered } from '../../src/kernel/ports/outbound.js'
import { isSignedWith } from '../../testbed/receivers/target.js'

export interface Sent {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
  signedWith(secret: string): boolean
}

export interface Mailbox extends Outbound {
  readonly sent: readonly Sent[]
}

type Answer = (sent: Sent, count: number) => Answered | Unanswered | Promise<Answered | Unanswered>

export const answered = (status: number, body = ''): Answered => ({ outcome: 'answered', status, body, durationMs: 3 })

/** An outbound port without a network: records requests, and answers as the test decides. */
export function createMailbox(answer: Answer = () => answered(204)): Mailbox {
  const sent: Sent[] = []
  return {
    sent,
    problemOf: async () => undefined,
    async post(url, { headers, body, signal, timeoutMs }) {
      const signedWith = (secret: string) => isSignedWith(secret, { headers, body })
      const letter = { url, headers, body, signal, timeoutMs, signedWith }
      sent.push(letter)
      return answer(letter, sent.length)
    },
    async close() {},
  }
}
