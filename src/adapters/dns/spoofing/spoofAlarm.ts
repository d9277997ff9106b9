import type { Log } from '../../../kernel/log.js'

/**
 * What was wrong with a packet from the address and port of a server:
 * - `id`: no query with its id is in flight;
 * - `question`: it answers another question;
 * - `case`: its question differs in case;
 * - `no_question`: it has no question;
 * - `malformed`: it is too short.
 */
export type WrongAnswer = 'id' | 'question' | 'case' | 'no_question' | 'malformed'

/** Counts answers that match no query, and warns operators when ports are closed because of them. */
export interface SpoofAlarm {
  wrongAnswer(kind: WrongAnswer): void
  /** A port was closed after too many wrong answers; its queries are repeated from other ports. */
  portClosed(server: { readonly address: string; readonly port: number }): void
}

interface SpoofAlarmOptions {
  readonly log: Log
  /** Called for every wrong answer. */
  readonly onWrongAnswer?: ((kind: WrongAnswer) => void) | undefined
}

/** Minimum interval between warnings: a flood of packets must not become a flood of log lines. */
const WARNING_INTERVAL_MS = 60_000

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
      if (now() - warnedAt < WARNING_INTERVAL_MS) return
      warnedAt = now()
      log.warn(
        { server: `${address}#${port}`, wrongAnswers, portsClosed },
        'possible DNS spoofing: packets from the address of a DNS server match no query; affected ports were closed',
      )
      wrongAnswers = 0
      portsClosed = 0
    },
  }
}
