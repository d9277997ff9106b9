// What the default policy decided about an address, and by what.

import type { Judgement } from './encoding.js'
import type { Facts } from './engine/facts.js'
import { type Deliverability, deliverabilityOf } from './engine/policy/outcome.js'
import { decideV2 } from './engine/policy/v2.js'
import type { Route } from './events.js'

export const judgementOf = (facts: Facts): Judgement => {
  const outcome = deliverabilityOf(facts)
  const { decision, reasons } = decideV2(facts, outcome)
  return { decision, reasons, route: routeOf(outcome) }
}

function routeOf(outcome: Deliverability): Route {
  switch (outcome.kind) {
    case 'syntax_invalid':
    case 'reserved':
    case 'literal':
      return 'none'
    case 'temporary':
      return outcome.how
    case 'no_records':
      return outcome.nameExists ? 'no_records' : 'no_name'
    default:
      return outcome.kind
  }
}
