import type { Log } from '../../kernel/log.js'

/**
 * What was wrong with an answer that came from the address and port of a server: no query with its id was sent (`id`),
 * it answers another question (`question`), in another case (`case`), or none at all (`no_question`), or it is too
 * short (`malformed`).
 */
export type WrongAnswer = 'id' | 'question' | 'case' | 'no_question' | 'malformed'

/** Counts answers that nobody asked for, and warns operators of ports that are closed because of them. */
export interface SpoofAlarm {
  wrongAnswer(kind: WrongAnswer): void
  /** So many wrong answers came in at a port that it was closed; its queries are asked anew. */
  portClosed(server: { readonly address: string; readonly port: number }): void
}

export interface SpoofAlarmOptions {
  readonly log: Log
  /** Told of every wrong answer. */
  readonly onWrongAnswer?: ((kind: WrongAnswer) => void) | undefined
}

/** Milliseconds between warnings: a flood of packets must not become a flood of lines. */
const WARNED_EVERY = 60_000

export function createSpoofAlarm(
  { log, onWrongAnswer }: SpoofAlarmOptions,
  now: () => number = () => performance.now(),
): SpoofAlarm {
  let wrongAnswers = 0
  let portsClosed = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  return {
    wrongAnswer(kind) {
      wrongAnswers++
      onWrongAnswer?.(kind)
    },
    portClosed({ address, port }) {
      portsClosed++
      if (now() - warnedAt < WARNED_EVERY) return
      warnedAt = now()
      log.warn(
        { server: `${address}#${port}`, wrongAnswers, portsClosed },
        'answers that match no query come from the address of a DNS server, as of somebody who spoofs it; ports that get them are closed',
      )
      wrongAnswers = 0
      portsClosed = 0
    },
  }
}
