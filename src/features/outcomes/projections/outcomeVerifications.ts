// The read model of the verifications that outcomes may be about.
import type { Projection } from '../../../eventing/projection.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import type { AddressVerified } from '../../verification/events.js'
import { LANE } from './lane.js'
import { type KnownVerification, verificationIn } from './outcomeAddresses.js'

/** What was decided about a verification. */
export type Verdict = Pick<KnownVerification, 'code' | 'rule'>

/** Verifications in columns with one entry per row, in the order of the log. */
export type VerificationBlockDocument = {
  readonly owner: string
  /** Keyed hashes of the addresses. */
  readonly addresses: readonly number[]
  /** When each was recorded, milliseconds since the epoch. */
  readonly at: readonly number[]
  /** Distinct verdicts in order of appearance, and each row's index in them. */
  readonly verdicts: readonly Verdict[]
  readonly verdict: readonly number[]
}

/** Events of a stream that share a document: one write for all of a slice, instead of one each. */
export const BLOCK_EVENTS = 256n

/** @param month `yyyy-mm` @param block number of the block in the stream of the month, from 0 */
export const blockId = (account: string, month: string, block: bigint): string => `${account}.${month}.${block}`

/**
 * The single verifications of accounts that report outcomes, in blocks: the events of a block are neighbours in the account's usage of
 * a month. Key: account, month, then number of the block.
 */
export const outcomeVerifications: Projection<AddressVerified, VerificationBlockDocument> = {
  name: 'outcome_verifications',
  version: 1,
  lane: LANE,
  keys: ({ type, stream, revision, data }) =>
    type === 'AddressVerified' && data.tracked ? [`${idOf(stream)}.${revision / BLOCK_EVENTS}`] : [],
  apply: (document, event) => withVerification(document ?? startOf(event.data.account), event),
}

const startOf = (owner: string): VerificationBlockDocument => ({
  owner,
  addresses: [],
  at: [],
  verdicts: [],
  verdict: [],
})

function withVerification(
  { owner, addresses, at, verdicts, verdict }: VerificationBlockDocument,
  event: Recorded<AddressVerified>,
): VerificationBlockDocument {
  const { at: recorded, ...own } = verificationIn(event)
  const known = verdicts.findIndex(({ code, rule }) => code === own.code && rule === own.rule)
  return {
    owner,
    addresses: [...addresses, event.data.address!],
    at: [...at, recorded],
    verdicts: known < 0 ? [...verdicts, own] : verdicts,
    verdict: [...verdict, known < 0 ? verdicts.length : known],
  }
}
