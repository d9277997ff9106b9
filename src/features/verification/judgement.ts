// What the default policy decided about an address, and by what.

import type { Judgement } from './encoding.js'
import type { Facts } from './engine/facts.js'
import { type Deliverability, deliverabilityOf } from './engine/policy/deliverability.js'
import { decideV2 } from './engine/policy/v2.js'
import type { Route } from './events.js'

/** Shared: most addresses have one of these, and a call of ten thousand rows keeps the judgement of each. */
const deliverable = new Map<Route, Judgement>()

export const judgementOf = (facts: Facts): Judgement => {
  const deliverability = deliverabilityOf(facts)
  const { decision, reasons } = decideV2(facts, deliverability)
  const route = routeOf(deliverability)
  if (reasons.length > 1 || reasons[0] !== 'deliverable') return { decision, reasons, route }
  const known = deliverable.get(route)
  if (known) return known
  const judgement = { decision, reasons, route }
  deliverable.set(route, judgement)
  return judgement
}

function routeOf(deliverability: Deliverability): Route {
  switch (deliverability.kind) {
    case 'syntax_invalid':
    case 'reserved':
    case 'literal':
      return 'none'
    case 'temporary':
      return deliverability.how
    case 'no_records':
      return deliverability.nameExists ? 'no_records' : 'no_name'
    default:
      return deliverability.kind
  }
}
