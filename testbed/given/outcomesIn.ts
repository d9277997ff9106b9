import { type ReportedOutcome, recordOutcomes, type Verification } from '../../src/features/outcomes/decide.js'
import type { OutcomesRecorded } from '../../src/features/outcomes/events.js'
import {
  addressId,
  type OutcomeAddressDocument,
  outcomeAddresses,
  verificationIn,
} from '../../src/features/outcomes/projections/outcomeAddresses.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { createRecordedLog } from './recordedLog.js'

/** Outcomes of a log in memory, decided as the command decides: on what the read models have of the events so far. */
export function outcomesIn(log: ReturnType<typeof createRecordedLog>) {
  const documents = new Map<string, OutcomeAddressDocument>()
  const verifications = new Map<string, Verification[]>()
  let folded = 0

  function catchUp(): void {
    for (; folded < log.events.length; folded++) {
      const event = log.events[folded] as Recorded<OutcomesRecorded | AddressVerified>
      if (event.type === 'AddressVerified') {
        const id = addressId(event.data.account, event.data.address!)
        verifications.set(id, [...(verifications.get(id) ?? []), verificationIn(event)])
      } else if (event.type === 'OutcomesRecorded')
        for (const id of outcomeAddresses.keys(event))
          documents.set(id, outcomeAddresses.apply(documents.get(id), event, id)!)
    }
  }

  return {
    report(account: string, reported: readonly ReportedOutcome[]) {
      catchUp()
      const known = new Map(reported.map(({ subject }) => [subject, documents.get(addressId(account, subject))]))
      const found = (subject: ReportedOutcome['subject']) => verifications.get(addressId(account, subject)) ?? []
      const matched = reported.map((each) => ({ ...each, found: [...each.found, ...found(each.subject)] }))
      const decided = recordOutcomes({ account, key: 1 }, matched, known)
      if (decided.events.length > 0) log.append(`outcomes-${account}`, ...decided.events)
      return decided
    },
  }
}
