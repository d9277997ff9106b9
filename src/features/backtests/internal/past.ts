// What events of verifications say about their addresses, as rules ask it.
import type { Recorded } from '../../../kernel/envelope.js'
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time.js'
import type { RecordedMailbox } from '../../mailboxes/events.js'
import type { PastFacts } from '../../rules/index.js'
import { rowsIn, type Verified, type VerifiedRow } from '../../verdicts/index.js'
import type { RecordedRuling } from '../../verification/events.js'
import { codeAt, type Decision, domainless, keyEnd } from '../../verification/index.js'

/** A verification of the past. */
export interface PastVerification {
  readonly facts: PastFacts
  /** What was decided; undefined if it was not recorded. */
  readonly action: Decision | undefined
  /** Name of the rule that decided; undefined if none did. */
  readonly rule: string | undefined
}

/** An hour that was not recorded is that of the event, unless another one began this shortly before. */
const LONGEST_MS = 2 * MINUTE_MS

/** The UTC hour of a request whose event was recorded at a time; undefined if it may have been the one before. */
const hourOf = (at: number): number | undefined =>
  at % HOUR_MS < LONGEST_MS ? undefined : Math.floor(at / HOUR_MS) % HOURS
const HOURS = 24

/** Reads the verifications of an event by their index in it. @param at when it was recorded, milliseconds since the epoch */
export function pastIn(event: Recorded<Verified>, at: number): (row: number) => PastVerification {
  const rowAt = rowsIn(event)
  const hour = hourOf(at)
  const key = event.data.key === null ? undefined : keyEndOf(event.data.key)
  switch (event.type) {
    case 'AddressVerified': {
      const { domain, provider, address } = event.data
      return (row) => {
        const verified = rowAt(row)
        return pastOf(
          verified,
          verified.ruling,
          { domain, provider, address: address ?? undefined, hour, key },
          event.data.mailbox,
        )
      }
    }
    case 'AddressesVerified': {
      const { data } = event
      const rows = data.status.length
      return (row) => {
        const verified = rowAt(row)
        const isNamed = data.domain[row]! >= 0
        const none = domainless(data.status[row]!, codeAt(data, row, rows), data.reason[row]!)
        const domain = isNamed ? verified.domain : none
        const provider = isNamed && data.providers ? verified.provider : domain === null ? null : undefined
        return pastOf(verified, verified.ruling, { domain, provider, address: undefined, hour, key })
      }
    }
    case 'BatchChunkVerified':
      return (row) => {
        const verified = rowAt(row)
        const { provider } = verified
        return pastOf(verified, verified.ruling, { domain: undefined, provider, address: undefined, hour, key })
      }
  }
}

/** The end of a key's id; neighbours often have the same. */
const keyEndOf = (() => {
  let last = -1
  let text = ''
  return (key: number): string => {
    if (key !== last) text = keyEnd(key)
    last = key
    return text
  }
})()

type Place = Pick<PastFacts, 'domain' | 'provider' | 'address' | 'hour' | 'key'>

/** Without a ruling the account had no lists. Members are named one by one: copying objects takes most of the time of a row. */
function pastOf(
  { status, decision, reasons }: VerifiedRow,
  ruling: Omit<RecordedRuling, 'version'> | undefined,
  { domain, provider, address, hour, key }: Place,
  said?: RecordedMailbox,
): PastVerification {
  const listed = ruling?.listed
  return {
    facts: {
      domain,
      mx: ruling?.mx,
      provider,
      status,
      decision: decision ?? undefined,
      reasons: reasons ?? undefined,
      inAllowList: listed === 'a' || listed === 'ad',
      inDenyList: listed === 'd' || listed === 'ad',
      hour: ruling?.hour ?? hour,
      key,
      address,
      mailbox: said?.result ?? 'not_checked',
      acceptAll: said?.acceptAll ?? 'unknown',
      mailboxCode: said?.code === undefined ? null : String(said.code),
      mailboxEnhancedCode: said?.enhancedCode ?? null,
      mailboxFinal: said?.retryAt === undefined,
    },
    action: ruling?.action ?? decision ?? undefined,
    rule: ruling?.rule,
  }
}
