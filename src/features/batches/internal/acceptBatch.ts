// Accepts batches: reserves quota, records them and schedules them.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { Failure, RateLimited } from '../../../kernel/failure.js'
import { monthOf } from '../../../kernel/months.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Position } from '../../../kernel/position.js'
import type { Caller } from '../../accounts/index.js'
import { poolOf } from '../../pool/index.js'
import { keyOf, type Quota, type RulesOf, sharingOf, USAGE_MODEL } from '../../verification/index.js'
import type { Allowance } from '../allowance.js'
import * as decide from '../decide.js'
import type { BatchSubmitted } from '../events.js'
import { batchIdOf } from '../ids.js'
import type { GetBatch } from '../queries/getBatch.js'
import type { Scheduling } from '../scheduling.js'
import { batch } from '../state.js'
import type { BatchView } from './batchView.js'

interface AcceptDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly vault: Vault
  readonly quota: Quota
  readonly rulesOf: RulesOf
  readonly allowance: Allowance
  readonly clock: Clock
  readonly getBatch: GetBatch
  readonly scheduling: Scheduling
  /** Resolves to the human-readable reason why a webhook URL is not allowed; undefined if it is allowed. */
  readonly findUrlProblem: (url: string) => Promise<string | undefined>
  readonly requireMailboxChecks: () => void
}

/** The rows of a batch, already written to their blob. */
type PreparedRows = Pick<BatchSubmitted['data'], 'total' | 'rows' | 'offsets' | 'chunk' | 'file'> & {
  /** Distinct canonical addresses. */
  readonly distinct: number
}

interface BatchOptions {
  readonly source: BatchSubmitted['data']['source']
  readonly format: BatchSubmitted['data']['format']
  readonly share: boolean
  readonly debug: boolean
  readonly webhookUrl: string | undefined
  /** How long mail servers are asked after the batch has been completed; undefined: not at all. */
  readonly mailboxMinutes?: number | undefined
}

/** Rows per chunk; fewer if steps are recorded, because one append is at most 512 KiB. */
export const chunkRows = (debug: boolean): number => (debug ? 250 : 1_000)

/** Accepts batches: reserves their addresses from the monthly quota, records them in the log and schedules them. */
export function createAcceptBatch(dependencies: AcceptDependencies) {
  const {
    eventing,
    blobs,
    vault,
    quota,
    rulesOf,
    allowance,
    clock,
    getBatch,
    scheduling,
    findUrlProblem,
    requireMailboxChecks,
  } = dependencies

  /** @throws Failure VALIDATION_ERROR if this installation asks no mail server */
  function checkMailboxes(minutes: number | undefined): void {
    if (minutes !== undefined) requireMailboxChecks()
  }

  /** @throws Failure WEBHOOK_URL_NOT_ALLOWED */
  async function checkUrl(url: string | undefined): Promise<void> {
    const problem = url === undefined ? undefined : await findUrlProblem(url)
    if (problem)
      throw new Failure('WEBHOOK_URL_NOT_ALLOWED', problem, { problems: [{ path: '/webhook_url', message: problem }] })
  }

  /**
   * @param prepare writes the rows; not called if the command has been carried out before
   * @throws RateLimited if the monthly quota or the daily allowance is too small; then nothing is left behind
   */
  async function accept(
    caller: Caller,
    actor: Actor,
    options: BatchOptions,
    prepare: (id: string) => Promise<PreparedRows>,
  ): Promise<BatchView> {
    const id = batchIdOf(actor)
    const entity = batch(id)
    const { state, position } = await eventing.load(entity)
    if (state.status === 'none') {
      await admit(caller, actor)
      try {
        await submit(caller, actor, options, await prepare(id))
      } catch (error) {
        // A limiter that fails must not hide the refusal.
        if (error instanceof RateLimited) await allowance.countRefusal(caller).catch(() => {})
        throw error
      }
    } else {
      // The process that carried out the command may have died before it scheduled the batch.
      await scheduling.scheduleNext(caller.account, position)
    }
    return getBatch(caller, id)
  }

  /** What can be refused before rows are read. @throws RateLimited */
  async function admit(caller: Caller, actor: Actor): Promise<void> {
    await allowance.requireFewRefusals(caller)
    if (!caller.sandbox) await quota.requireRemaining(caller, monthOf(clock.now()), actor)
    await allowance.takeJob(caller)
  }

  async function submit(caller: Caller, actor: Actor, options: BatchOptions, prepared: PreparedRows): Promise<void> {
    const { account, sandbox } = caller
    const { webhookUrl, share, mailboxMinutes: minutes, ...rest } = options
    const month = monthOf(clock.now())
    const reserved = sandbox ? 0 : prepared.distinct
    const rules = sandbox ? undefined : await rulesOf(account)
    const data = {
      ...rest,
      ...prepared,
      account,
      sandbox,
      month,
      reserved,
      share: sharingOf(caller, share) === 'on',
      ...(!sandbox && { pool: poolOf(caller) }),
      webhookUrl: webhookUrl === undefined ? null : await vault.seal(account, webhookUrl),
      key: keyOf(caller.key),
      ...(rules && { rules: rules.version }),
      ...(minutes !== undefined && { mailbox: { minutes } }),
    }
    // Last, because a reservation that does not reach the log is not released.
    try {
      await allowance.takeRows(caller, prepared.total, options)
      if (reserved > 0) await quota.take(caller, month, reserved, actor)
    } catch (error) {
      await blobs.delete(prepared.rows)
      throw error
    }
    const position = await record().catch((error: unknown) => {
      // The batch may be in the log, or may still get there.
      scheduling.scheduleLater(account)
      throw error
    })
    await scheduling.scheduleNext(account, position, [USAGE_MODEL])
    // Nothing is given back; what is reserved may be a percentage of the month that the account is told of.
    if (reserved > 0) await quota.settle(caller, month, reserved, reserved, actor)

    async function record(): Promise<Position> {
      const entity = batch(batchIdOf(actor))
      const { position } = await eventing.handle(entity, actor, (state) => decide.submitBatch(state, data))
      const { state } = await eventing.load(entity)
      // A concurrent execution of the same command won: undo what this one reserved and wrote.
      if (state.status !== 'none' && state.submitted.rows !== prepared.rows) {
        await quota.settle(caller, month, reserved, 0, actor)
        await blobs.delete(prepared.rows)
      }
      return position
    }
  }

  return { accept, checkUrl, checkMailboxes }
}

export type AcceptBatch = ReturnType<typeof createAcceptBatch>
