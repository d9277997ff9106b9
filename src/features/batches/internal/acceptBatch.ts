import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, monthOf } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import type { BlobStore } from '../../../kernel/ports/blobStore.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import { poolOf } from '../../pool/index.js'
import { type Quota, sharingOf, USAGE_MODEL } from '../../verification/index.js'
import type { Allowance } from '../allowance.js'
import * as decide from '../decide.js'
import type { BatchSubmitted } from '../events.js'
import { batchIdOf } from '../ids.js'
import { batches } from '../projections/batches.js'
import type { GetBatch } from '../queries/getBatch.js'
import type { ScheduleOldestBatches } from '../scheduleOldestBatches.js'
import { batch } from '../state.js'
import type { BatchView } from './batchView.js'

export interface AcceptDependencies {
  readonly eventing: Eventing
  readonly blobs: BlobStore
  readonly vault: Vault
  readonly quota: Quota
  readonly allowance: Allowance
  readonly clock: Clock
  readonly getBatch: GetBatch
  readonly wakeAccount: ScheduleOldestBatches
  /** Why a URL may not be told of the end, in words; undefined when it may. */
  readonly problemOfUrl: (url: string) => Promise<string | undefined>
}

/** The rows of a batch, written to their blob. */
export type Prepared = Pick<BatchSubmitted['data'], 'total' | 'rows' | 'offsets' | 'chunk' | 'file'> & {
  /** Addresses that differ. */
  readonly distinct: number
}

export interface BatchOptions {
  readonly source: BatchSubmitted['data']['source']
  readonly format: BatchSubmitted['data']['format']
  readonly share: boolean
  readonly debug: boolean
  readonly webhookUrl: string | undefined
}

/** Rows of a chunk: of those with steps fewer, because an event is at most 512 KiB. */
export const chunkRows = (debug: boolean): number => (debug ? 250 : 1_000)

/** Accepts batches: sets their addresses aside of the month, writes them to the log, has them run. */
export function createAcceptBatch(dependencies: AcceptDependencies) {
  const { eventing, blobs, vault, quota, allowance, clock, getBatch, wakeAccount, problemOfUrl } = dependencies

  /** @throws Failure WEBHOOK_URL_NOT_ALLOWED */
  async function checkUrl(url: string | undefined): Promise<void> {
    const problem = url === undefined ? undefined : await problemOfUrl(url)
    if (problem) throw new Failure('WEBHOOK_URL_NOT_ALLOWED', problem, [{ path: '/webhook_url', message: problem }])
  }

  /**
   * @param prepare writes the rows; not called when the command was carried out before
   * @throws RateLimited when the month, or the day, has not enough left; then nothing stays behind
   */
  async function accept(
    caller: Caller,
    actor: Actor,
    wishes: BatchOptions,
    prepare: (id: string) => Promise<Prepared>,
  ): Promise<BatchView> {
    const id = batchIdOf(actor)
    const entity = batch(id)
    const { state, position } = await eventing.load(entity)
    if (state.status === 'none') {
      await allowance.takeJob(caller)
      await submit(caller, actor, wishes, await prepare(id))
    } else {
      await eventing.waitForPosition(position, [batches.name])
      // Whoever carried the command out may have died before this.
      await wakeAccount(caller.account)
    }
    return getBatch(caller, id)
  }

  async function submit(caller: Caller, actor: Actor, wishes: BatchOptions, prepared: Prepared): Promise<void> {
    const { account, sandbox } = caller
    const { distinct, ...input } = prepared
    const { webhookUrl, share, ...rest } = wishes
    const month = monthOf(clock.now())
    const reserved = sandbox ? 0 : distinct
    const data = {
      ...rest,
      ...input,
      account,
      sandbox,
      month,
      reserved,
      share: sharingOf(caller, share) === 'on',
      ...(!sandbox && { pool: poolOf(caller) }),
      webhookUrl: webhookUrl === undefined ? null : await vault.seal(account, webhookUrl),
    }
    // Last of all, because what is taken and not written to the log is not given back.
    try {
      await allowance.takeRows(caller, prepared.total, wishes)
      if (reserved > 0) await quota.take(caller, month, reserved, actor)
    } catch (error) {
      await blobs.delete(prepared.rows)
      throw error
    }
    const entity = batch(batchIdOf(actor))
    const { position } = await eventing.handle(entity, actor, (state) => decide.submitBatch(state, data))
    const { state } = await eventing.load(entity)
    // The same command was in other hands too, and those were faster: nothing of what these did is needed.
    if (state.status !== 'none' && state.submitted.rows !== prepared.rows) {
      await quota.settle(caller, month, reserved, 0, actor)
      await blobs.delete(prepared.rows)
    }
    await eventing.waitForPosition(position, [batches.name, USAGE_MODEL])
    await wakeAccount(account)
  }

  return { accept, checkUrl }
}

export type AcceptBatch = ReturnType<typeof createAcceptBatch>
