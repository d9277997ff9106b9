import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kernel/clock.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import { Failure } from '../../kernel/failure.js'
import { derivedId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { isRefusal } from '../errors.js'
import type { AnyReply } from '../operation.js'
import { type CallName, createCallNames } from './callNames.js'
import { type CallRecord, createIdempotencyRecords, type StoredRecord } from './records.js'

/** An answer is kept for so long. */
const KEPT_MS = 24 * 60 * 60_000
/** Whoever has not answered by then is taken for dead: the next one does it again, as the same command. */
const TAKEN_OVER_MS = 60_000

/** The header of an answer that was given before. */
export const REPLAYED = 'Idempotent-Replayed'

/** What a repeated call has in common with the first. */
export interface Command {
  readonly id: string
  /** Secrets that the command makes derive from it, so that it makes them again. */
  readonly seed: string
}

export interface IdempotencyDependencies {
  readonly documents: DocumentStore
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  /** Whether nobody else uses these documents: whoever was at work before the start is dead, and need not be waited for. */
  readonly alone?: boolean
}

export type Idempotency = ReturnType<typeof createIdempotency>

/**
 * Does once what has an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). Success is kept and answered again;
 * what was refused has done nothing, so its key is free again, for a corrected request too; of any other failure nobody
 * knows what it had done by then, so the same request runs again as the same command, which finds what it did.
 */
export function createIdempotency(dependencies: IdempotencyDependencies) {
  const { documents, vault, clock, log, alone = false } = dependencies
  const startedAt = clock.now()
  const names = createCallNames(dependencies)
  const records = createIdempotencyRecords({ documents, clock })

  const live = (found: StoredRecord | undefined): CallRecord | undefined =>
    found?.document && found.document.expiresAt > clock.now() ? found.document : undefined

  /** Where a call's record is, or will be; that of an earlier release counts as long as it is live. */
  async function locate(call: CallName): Promise<{ readonly id: string; readonly found: StoredRecord | undefined }> {
    const ids = [names.idOf(call), names.earlierIdOf(call)] as const
    const [found, earlier] = await records.find(ids)
    return !live(found) && live(earlier) ? { id: ids[1], found: earlier } : { id: ids[0], found }
  }

  /** The command that a call carries out: that of an earlier call of the same name, if there was one within a day. */
  async function commandOf(call: CallName): Promise<Command> {
    const known = live((await locate(call)).found)
    if (!known) {
      // With the time in it, because what was done with the same key days ago is another thing.
      const id = derivedId(`${names.idOf(call)} ${clock.now()}`)
      return { id, seed: randomBytes(32).toString('base64url') }
    }
    const seed = await vault.open(known.owner, known.seed)
    if (seed === undefined) throw new Error('the data key of an account that calls is gone')
    return { id: known.commandId, seed }
  }

  /**
   * @param command of this call, asked for before
   * @param request what tells it from another, as plain JSON
   * @param perform carries the command out, unless that was done before
   * @throws Failure IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS; whatever `perform` throws
   */
  async function once(
    call: CallName,
    command: Command,
    request: unknown,
    perform: () => AnyReply | Promise<AnyReply>,
  ): Promise<AnyReply> {
    const begun = await begin(call, command, request)
    if (begun.reply) return begun.reply
    const { taken, again } = begun
    let reply: AnyReply
    try {
      reply = await perform()
    } catch (error) {
      await keep(taken, async () => (isRefusal(error) && !again ? null : { ...taken.document, state: 'open' }))
      throw error
    }
    const { status, body, headers = {} } = reply
    await keep(taken, async () => {
      const answer = await vault.seal(call.account, JSON.stringify({ status, body, headers }))
      return { ...taken.document, state: 'done', answer }
    })
    return reply
  }

  /** The record, taken for this run; or the answer to an earlier one. */
  async function begin(call: CallName, command: Command, request: unknown): Promise<Begun> {
    const { id, found } = await locate(call)
    const known = live(found)
    if (known) {
      const reply = await replayOf(known, request, command)
      if (reply) return { reply }
    }
    const fingerprint = names.fingerprintOf(request)
    const record = known ?? (await newRecord(call.account, fingerprint, command))
    const taken = await records.put(id, found, { ...record, fingerprint, state: 'running', since: clock.now() })
    if (!taken) throw inProgress()
    return { taken: taken as Taken, again: known !== undefined }
  }

  /** The answer that is kept; undefined when there is none, and this call may go to work. */
  async function replayOf(known: CallRecord, request: unknown, command: Command): Promise<AnyReply | undefined> {
    if (!names.isFingerprintOf(known.fingerprint, request)) {
      throw new Failure(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      )
    }
    if (known.answer === null) {
      // Somebody began, and failed, between this call's two looks: it must look again to be the same command.
      if (isAtWork(known) || known.commandId !== command.id) throw inProgress()
      return undefined
    }
    const answer = await vault.open(known.owner, known.answer)
    if (answer === undefined) throw new Error('the data key of an account that calls is gone')
    const { status, body, headers } = JSON.parse(answer) as Required<AnyReply>
    return { status, body, headers: { ...headers, [REPLAYED]: 'true' } }
  }

  /** A call that is ahead of the clock by as much was begun before the clock was set back. */
  const isAtWork = ({ state, since }: CallRecord): boolean =>
    state === 'running' && Math.abs(clock.now() - since) < TAKEN_OVER_MS && !(alone && since < startedAt)

  async function newRecord(owner: string, fingerprint: string, { id, seed }: Command): Promise<CallRecord> {
    const now = clock.now()
    const sealed = await vault.seal(owner, seed)
    const times = { since: now, expiresAt: now + KEPT_MS }
    return { owner, fingerprint, state: 'running', commandId: id, seed: sealed, answer: null, ...times }
  }

  /** What came of the run is known to its caller; when it cannot be kept, a repeated call finds out by doing it again. */
  async function keep(taken: Taken, outcome: () => Promise<CallRecord | null>): Promise<void> {
    try {
      await records.put(taken.id, taken, await outcome())
    } catch (error) {
      log.warn({ error }, 'the outcome of a call with an Idempotency-Key was not kept')
    }
  }

  return { commandOf, once, sweepIdempotency: records.sweep }
}

type Taken = StoredRecord & { readonly document: CallRecord }

type Begun =
  | { readonly reply: AnyReply }
  | {
      readonly reply?: undefined
      readonly taken: Taken
      /** Whether an earlier run may have done it. */
      readonly again: boolean
    }

const inProgress = () =>
  new Failure('IDEMPOTENCY_IN_PROGRESS', 'A call with this Idempotency-Key is still at work. Try again in a moment.')
