// What events of verifications say about their addresses, as rules ask it.
import type { Recorded } from '../../../kernel/envelope.js'
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time.js'
import type { PastFacts } from '../../rules/index.js'
import { rowsIn, type Verified, type VerifiedRow } from '../../verdicts/index.js'
import type { RecordedRuling } from '../../verification/events.js'
import { codeAt, type Decision, domainless, keyEnd, parseRuling } from '../../verification/index.js'

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

/** Reads the verifications of an event by their index in it. */
export function pastIn(event: Recorded<Verified>): (row: number) => PastVerification {
  const rowAt = rowsIn(event)
  const at = Date.parse(event.recordedAt)
  const { key } = event.data
  const hour = at % HOUR_MS < LONGEST_MS ? undefined : new Date(at).getUTCHours()
  const known = { hour, key: key === null ? undefined : keyEnd(key) }
  switch (event.type) {
    case 'AddressVerified': {
      const { domain, provider, address } = event.data
      return (row) => {
        const verified = rowAt(row)
        return pastOf(verified, verified.ruling, { ...known, domain, provider, address: address ?? undefined })
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
        return pastOf(verified, verified.ruling, { ...known, domain, provider, address: undefined })
      }
    }
    case 'BatchChunkVerified': {
      const { rulings, status } = event.data.results
      return (row) => {
        const verified = rowAt(row)
        const ruling = rulings && parseRuling(codeAt(rulings, row, status.length)!)
        const place = { ...known, domain: undefined, provider: verified.provider, address: undefined }
        return pastOf(verified, ruling, place)
      }
    }
  }
}

type Place = Pick<PastFacts, 'domain' | 'provider' | 'address' | 'hour' | 'key'>

/** Without a ruling the account had no lists. */
function pastOf(
  { status, decision, reasons }: VerifiedRow,
  ruling: Omit<RecordedRuling, 'version'> | undefined,
  place: Place,
): PastVerification {
  const listed = ruling?.listed
  return {
    facts: {
      ...place,
      mx: ruling?.mx,
      status,
      decision: decision ?? undefined,
      reasons: reasons ?? undefined,
      inAllowList: listed === 'a' || listed === 'ad',
      inDenyList: listed === 'd' || listed === 'ad',
      hour: ruling?.hour ?? place.hour,
    },
    action: ruling?.action ?? decision ?? undefined,
    rule: ruling?.rule,
  }
}
