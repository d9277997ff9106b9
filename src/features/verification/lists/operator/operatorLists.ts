// Lets the operator's own allow and deny lists outweigh all other lists.
import type { DomainFacts, OperatorEntry } from '../../engine/facts.js'
import type { Lists } from '../../engine/lists/lists.js'
import type { ListEntry } from './parseEntries.js'

/** The entries of the operator's own lists. */
export interface OperatorEntries {
  readonly allow: readonly ListEntry[]
  readonly deny: readonly ListEntry[]
}

/**
 * Lets the operator's own lists outweigh all others. The most specific entry decides: the domain itself, then the longest
 * name that it is below, then its mail hosts in the same order. If both lists have that entry, deny does.
 *
 * An allowed domain is neither disposable nor a typo, and a denied one is disposable; its other facts remain.
 */
export function withOperatorLists(lists: Lists, { allow, deny }: OperatorEntries): Lists {
  if (allow.length + deny.length === 0) return lists
  const ofDomain = createMatcher('domain', allow, deny)
  const ofExchange = createMatcher('exchange', allow, deny)
  return {
    ...lists,
    domainFacts(ascii) {
      const match = ofDomain?.(ascii)
      const facts = lists.domainFacts(ascii)
      return match ? judged(facts, match.operator) : facts
    },
    ...(ofExchange && {
      routedFacts(domain: DomainFacts, exchanges: readonly string[]) {
        if (domain.operator) return domain
        const best = exchanges.map(ofExchange).reduce(moreSpecific, undefined)
        return best ? judged(domain, best.operator) : domain
      },
    }),
  }
}

const OWN = ['operator']

function judged(facts: DomainFacts, operator: OperatorEntry): DomainFacts {
  if (operator.list === 'allow') return { ...facts, operator, disposable: undefined, meant: undefined }
  return { ...facts, operator, disposable: facts.disposable ?? { entry: operator.entry, sources: OWN } }
}

interface Match {
  readonly operator: OperatorEntry
  /** Length of the name that matched; more than any name's if it is the whole name. */
  readonly weight: number
}

const WHOLE = 1_000

/** Finds the most specific entry for a name; undefined if there are no entries of this kind. */
function createMatcher(subject: ListEntry['subject'], allow: readonly ListEntry[], deny: readonly ListEntry[]) {
  const whole = new Map<string, OperatorEntry>()
  const below = new Map<string, OperatorEntry>()
  const add = (list: OperatorEntry['list'], entries: readonly ListEntry[]) => {
    for (const entry of entries)
      if (entry.subject === subject) (entry.below ? below : whole).set(entry.name, { list, entry: written(entry) })
  }
  add('allow', allow)
  add('deny', deny)
  if (whole.size + below.size === 0) return undefined
  return (text: string): Match | undefined => {
    const name = normalized(text)
    const exact = whole.get(name)
    if (exact) return { operator: exact, weight: WHOLE }
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
      const operator = below.get(name.slice(dot + 1))
      if (operator) return { operator, weight: name.length - dot }
    }
    return undefined
  }
}

/** Names of mail hosts come from DNS: in any case, and possibly with a final dot. */
const normalized = (name: string) => name.toLowerCase().replace(/\.$/, '')

const written = ({ subject, below, name }: ListEntry) =>
  `${subject === 'exchange' ? 'mx:' : ''}${below ? '*.' : ''}${name}`

function moreSpecific(a: Match | undefined, b: Match | undefined): Match | undefined {
  if (!a || !b) return a ?? b
  if (a.weight === b.weight) return a.operator.list === 'deny' ? a : b
  return a.weight > b.weight ? a : b
}
