// Calls with an Idempotency-Key take effect once, and their response is replayed.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import { isRefusal } from '../../kernel/failure.js'
import { derivedId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { DAY_MS } from '../../kernel/time.js'
import type { AnyReply } from '../operation.js'
import { type CallName, createCallNames } from './callNames.js'
import { type CallRecord, createIdempotencyRecords, type StoredRecord } from './records.js'
import { createFindReplay, inProgress } from './replay.js'

/** How long a response is kept for repetitions of its Idempotency-Key. */
const RETENTION_MS = DAY_MS

/** What all retries of a call share. */
export interface Command {
  readonly id: string
  /** Secrets that the command creates are derived from it, so that a retry creates the same ones. */
  readonly seed: string
}

interface IdempotencyDependencies {
  readonly documents: DocumentStore
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  /** Whether this process is the only user of the documents: calls running before its start are then known to be dead. */
  readonly alone?: boolean
}

export type Idempotency = ReturnType<typeof createIdempotency>

/**
 * Executes calls with an Idempotency-Key once (draft-ietf-httpapi-idempotency-key-header). A successful response is kept
 * and replayed. A rejected call had no effect, so its key may be reused, even for a corrected request. After any other
 * failure the effects are unknown, so the same request runs again as the same command, which recognises its own effects.
 */
export function createIdempotency(dependencies: IdempotencyDependencies) {
  const { documents, vault, clock, log, alone = false } = dependencies
  const names = createCallNames(dependencies)
  const records = createIdempotencyRecords({ documents, clock })
  const findReplay = createFindReplay({
    vault,
    clock,
    names,
    deadBefore: alone ? clock.now() : Number.NEGATIVE_INFINITY,
  })

  const live = (found: StoredRecord | undefined): CallRecord | undefined =>
    found?.document && found.document.expiresAt > clock.now() ? found.document : undefined

  /** Finds a call's record, or the id for a new one; a live record of an earlier release takes precedence. */
  async function locate(call: CallName): Promise<{ readonly id: string; readonly found: StoredRecord | undefined }> {
    const ids = [names.idOf(call), names.earlierIdOf(call)] as const
    const [found, earlier] = await records.find(ids)
    return !live(found) && live(earlier) ? { id: ids[1], found: earlier } : { id: ids[0], found }
  }

  /** The command for a call: the same as for an earlier call of the same name within a day, else a new one. */
  async function commandOf(call: CallName): Promise<Command> {
    const known = live((await locate(call)).found)
    if (!known) {
      // Includes the time, because a call with the same key after the record expired is a different command.
      const id = derivedId(`${names.idOf(call)} ${clock.now()}`)
      return { id, seed: randomBytes(32).toString('base64url') }
    }
    const seed = await vault.open(known.owner, known.seed)
    if (seed === undefined) throw new Error("the calling account's data key does not exist")
    return { id: known.commandId, seed }
  }

  /**
   * @param command from `commandOf`
   * @param request its distinguishing content, as plain JSON
   * @param perform executes the command; not called for a replay
   * @throws Failure IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS; any error of `perform`
   */
  async function once(
    call: CallName,
    command: Command,
    request: unknown,
    perform: () => AnyReply | Promise<AnyReply>,
  ): Promise<AnyReply> {
    const run = await start(call, command, request)
    if (run.reply) return run.reply
    const { taken, isRetry } = run
    let reply: AnyReply
    try {
      reply = await perform()
    } catch (error) {
      await keep(taken, async () => (isRefusal(error) && !isRetry ? null : { ...taken.document, state: 'open' }))
      throw error
    }
    const { status, body, headers = {} } = reply
    await keep(taken, async () => {
      const answer = await vault.seal(call.account, JSON.stringify({ status, body, headers }))
      return { ...taken.document, state: 'done', answer }
    })
    return reply
  }

  /** Claims the record for this run, or returns the response of an earlier run. */
  async function start(call: CallName, command: Command, request: unknown): Promise<Run> {
    const { id, found } = await locate(call)
    const known = live(found)
    if (known) {
      const reply = await findReplay(known, request, command)
      if (reply) return { reply }
    }
    const fingerprint = names.fingerprintOf(request)
    const record = known ?? (await newRecord(call.account, fingerprint, command))
    const taken = await records.put(id, found, { ...record, fingerprint, state: 'running', since: clock.now() })
    if (!taken) throw inProgress()
    return { taken: taken as Taken, isRetry: known !== undefined }
  }

  async function newRecord(owner: string, fingerprint: string, { id, seed }: Command): Promise<CallRecord> {
    const now = clock.now()
    const sealed = await vault.seal(owner, seed)
    const times = { since: now, expiresAt: now + RETENTION_MS }
    return { owner, fingerprint, state: 'running', commandId: id, seed: sealed, answer: null, ...times }
  }

  /** Saves the outcome. Failing to save is only logged: the caller has its response, and a retry runs the command again. */
  async function keep(taken: Taken, outcome: () => Promise<CallRecord | null>): Promise<void> {
    try {
      await records.put(taken.id, taken, await outcome())
    } catch (error) {
      log.warn({ error }, 'failed to save the outcome of an idempotent call')
    }
  }

  return { commandOf, once, sweepIdempotency: records.sweep }
}

type Taken = StoredRecord & { readonly document: CallRecord }

type Run =
  | { readonly reply: AnyReply }
  | {
      readonly reply?: undefined
      readonly taken: Taken
      /** Whether an earlier run may have had effects. */
      readonly isRetry: boolean
    }
