import { encodeShared } from '../../pool/index.js'
import { listsOf, type Membership } from '../../verification/index.js'
import type { ChunkResult } from '../decide.js'
import { toColumns } from './columns.js'
import { isCharged, isValid, type Outcome } from './outcome.js'
import type { Outcomes } from './outcomes.js'
import type { VerifiedChunk } from './verifyChunk.js'

/** Determines the outcome of every row of a chunk, and which distinct addresses are charged. */
export function settleChunk(
  { rows, outcomes, lists, poolLookUps, shared, durationMs }: VerifiedChunk,
  known: Outcomes,
  { sandbox, membership }: { readonly sandbox: boolean; readonly membership?: Membership | undefined },
): Omit<ChunkResult, 'steps'> {
  const settled: Outcome[] = []
  let valid = 0
  let unknown = 0
  let charged = 0
  let released = 0
  let hits = 0
  for (const [index, found] of outcomes.entries()) {
    const { email, sameAs } = rows[index]!
    const outcome = 'sameAs' in found ? known.at(found.sameAs) : found
    known.push(outcome)
    settled.push(outcome)
    if (isValid(outcome)) valid++
    if (outcome.status === 'unknown') unknown++
    if (sandbox || email === null || sameAs !== undefined) continue
    if (outcome.fromPool) hits++
    if (isCharged(outcome)) charged++
    else released++
  }
  const columns = membership && encodeShared(membership.pool, shared)
  return {
    rows: rows.length,
    valid,
    unknown,
    charged,
    released,
    results: toColumns(settled),
    durationMs,
    lists: listsOf(lists),
    ...(membership && poolLookUps > 0 && { pool: { pool: membership.pool, lookUps: poolLookUps, hits } }),
    ...(columns && { shared: columns }),
  }
}
