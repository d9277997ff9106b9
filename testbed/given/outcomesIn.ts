import { type ReportedOutcome, recordOutcomes } from '../../src/features/outcomes/decide.js'
import {
  addressId,
  type OutcomeAddressDocument,
  outcomeAddresses,
} from '../../src/features/outcomes/projections/outcomeAddresses.js'
import type { createRecordedLog } from './recordedLog.js'

type Projected = Parameters<typeof outcomeAddresses.apply>[1]

/** Outcomes of a log in memory, decided as the command decides: on what the read model has of the events so far. */
export function outcomesIn(log: ReturnType<typeof createRecordedLog>) {
  const documents = new Map<string, OutcomeAddressDocument>()
  let folded = 0

  function catchUp(): void {
    for (; folded < log.events.length; folded++) {
      const event = log.events[folded] as Projected
      for (const id of outcomeAddresses.keys(event)) {
        documents.set(id, outcomeAddresses.apply(documents.get(id), event, id)!)
      }
    }
  }

  return {
    report(account: string, reported: readonly ReportedOutcome[]) {
      catchUp()
      const known = new Map(reported.map(({ subject }) => [subject, documents.get(addressId(account, subject))]))
      const decided = recordOutcomes({ account, key: 1 }, reported, known)
      if (decided.events.length > 0) log.append(`outcomes-${account}`, ...decided.events)
      return decided
    },
  }
}
