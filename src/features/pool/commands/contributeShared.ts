import { decodeShared } from '../columns.js'
import type { Origin } from '../decide.js'
import type { SharedColumns } from '../events.js'
import type { Contributed } from '../state.js'
import type { Contributor } from './contribute.js'
import type { ContributeMany, PendingContribution } from './contributeMany.js'

/**
 * Contributions per batch. Batches run one after the other: larger ones would delay concurrent verifications. While one
 * is written to disk, batch jobs and read models can proceed.
 */
const BATCH_SIZE = 500

/** Contributions in batches that are made one after the other. */
export function* batchesOf(pending: Iterable<PendingContribution>): Generator<readonly PendingContribution[]> {
  let batch: PendingContribution[] = []
  for (const contribution of pending) {
    batch.push(contribution)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The results that an event with many addresses shares. */
export interface SharedMany {
  readonly account: string
  readonly shared: SharedColumns
  readonly origin: Origin
  readonly contributor: Contributor
}

export function* contributionsOf({ account, shared, ...by }: SharedMany): Generator<PendingContribution> {
  const { pool } = shared
  for (const result of decodeShared(shared)) yield { account, shared: { pool, result }, ...by }
}

/**
 * Contributes the results of an event with many addresses, each as `contribute` does. Yields, as they are made, the pool's hash
 * of each address with what its contribution earned; an address that was not contributed is left out.
 * @throws StoreUnavailable
 */
export type ContributeShared = (of: SharedMany) => AsyncIterable<readonly [address: string, Contributed]>

export const createContributeShared = ({
  contributeMany,
}: {
  readonly contributeMany: ContributeMany
}): ContributeShared =>
  async function* contributeShared(of) {
    for (const batch of batchesOf(contributionsOf(of))) {
      const outcomes = await contributeMany(batch)
      for (const [index, outcome] of outcomes.entries())
        if (outcome) yield [batch[index]!.shared.result.address, outcome]
    }
  }
