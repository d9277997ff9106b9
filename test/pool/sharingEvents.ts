import type { PoolUse, SharedColumns, SharedResult } from '../../src/features/pool/events.js'
import { encodeShared } from '../../src/features/pool/index.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { chunkVerified } from '../../testbed/given/batchEvents.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'

interface Sharer {
  readonly account?: string
  readonly pool?: string
  /** Its pool lookup. */
  readonly use?: PoolUse
}

const used = (use: PoolUse | undefined) => (use ? { pool: use } : {})

/** A single verification that shares its result. */
export function shares(result: SharedResult, { account = ada, pool = 'public', use }: Sharer = {}): DomainEvent {
  const { type, data } = addressVerified({ account })
  return { type, data: { ...data, share: { pool, result }, ...used(use) } }
}

/** A synchronous batch that shares its results. */
export function sharesMany(
  results: readonly SharedResult[],
  { account = ada, pool = 'public', use }: Sharer = {},
): DomainEvent {
  const { type, data } = addressesVerified({ valid: results.length }, results.length, account)
  return { type, data: { ...data, ...columnsOf(pool, results), ...used(use) } }
}

/** A chunk of a batch that shares its results. */
export function sharesChunk(
  results: readonly SharedResult[],
  { account = ada, pool = 'public', use }: Sharer = {},
): DomainEvent {
  const { type, data } = chunkVerified({ valid: results.length }, undefined, { account })
  return { type, data: { ...data, ...columnsOf(pool, results), ...used(use) } }
}

function columnsOf(pool: string, results: readonly SharedResult[]): { readonly shared?: SharedColumns } {
  const shared = encodeShared(pool, results)
  return shared ? { shared } : {}
}
