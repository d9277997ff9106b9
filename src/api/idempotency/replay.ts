import type { Clock } from '../../kernel/clock.js'
import { Failure } from '../../kernel/failure.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { MINUTE_MS } from '../../kernel/time.js'
import type { AnyReply } from '../operation.js'
import type { createCallNames } from './callNames.js'
import type { CallRecord } from './records.js'

/** Response header that marks a replayed response. */
export const REPLAYED = 'Idempotent-Replayed'

/** A call running for longer than this is presumed dead; the next retry takes over as the same command. */
const TAKEOVER_TIMEOUT_MS = MINUTE_MS

interface FindReplayDependencies {
  readonly vault: Vault
  readonly clock: Clock
  readonly names: Pick<ReturnType<typeof createCallNames>, 'isFingerprintOf'>
  /** Calls started before this time are known to be dead, milliseconds since the epoch. */
  readonly deadBefore: number
}

/**
 * Finds the stored response of a call; undefined if no response is stored and the call may run.
 * @throws Failure IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export function createFindReplay({ vault, clock, names, deadBefore }: FindReplayDependencies) {
  /** A start time far in the future means that the clock was set back since: the absolute difference counts. */
  const isRunning = ({ state, since }: CallRecord): boolean =>
    state === 'running' && Math.abs(clock.now() - since) < TAKEOVER_TIMEOUT_MS && since >= deadBefore

  return async (
    known: CallRecord,
    request: unknown,
    command: { readonly id: string },
  ): Promise<AnyReply | undefined> => {
    if (!names.isFingerprintOf(known.fingerprint, request)) {
      throw new Failure(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was already used for a different request. Use a new key for each request.',
      )
    }
    if (known.answer === null) {
      // Another call started and failed between this call's two reads: retry with that call's command.
      if (isRunning(known) || known.commandId !== command.id) throw inProgress()
      return undefined
    }
    const answer = await vault.open(known.owner, known.answer)
    if (answer === undefined) throw new Error("the calling account's data key does not exist")
    const { status, body, headers } = JSON.parse(answer) as Required<AnyReply>
    return { status, body, headers: { ...headers, [REPLAYED]: 'true' } }
  }
}

export const inProgress = () =>
  new Failure(
    'IDEMPOTENCY_IN_PROGRESS',
    'A call with this Idempotency-Key is still in progress. Try again in a moment.',
  )
