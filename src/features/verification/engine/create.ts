import type { Clock } from '../../../kernel/clock.js'
import type { Resolver } from '../../../kernel/ports/resolver.js'
import { createEngine, type EngineWithLists } from './engine.js'
import type { Lists } from './lists/lists.js'
import { loadLists } from './lists/loadLists.js'
import type { V2Reason } from './policy/reasonCodes.js'
import { type DefaultDecision, decideAgain } from './policy/v2.js'
import { createMailRouter } from './route/mailRouter.js'

/** Default maximum number of cached routes: about 60 MB when full. */
const MAX_ROUTES = 200_000

export interface VerdictEngine extends EngineWithLists {
  /** Whether a mailbox provider is so large that its domain does not identify a contributor. @param domain A-labels */
  isBigProvider(domain: string): boolean
  /** What v2's default policy would decide by the lists in use: see `decideAgain`. @param domain A-labels */
  decideAgain(reasons: readonly V2Reason[], domain: string): DefaultDecision & { readonly lists: string }
}

/** Creates the complete verdict engine, which depends only on DNS and a clock. */
export const createVerdictEngine = (dependencies: {
  readonly resolver: Resolver
  readonly clock: Clock
  /** Timeout in milliseconds for the mail route of one domain. */
  readonly budgetMs: number
  /** Maximum number of cached routes. */
  readonly maxRoutes?: number
  /** Default: the lists that ship with the program. */
  readonly lists?: Lists
}): VerdictEngine => {
  const { maxRoutes: maxEntries = MAX_ROUTES, lists: initial = loadLists(), ...routing } = dependencies
  let lists = initial
  const engine = createEngine({ lists, router: createMailRouter({ ...routing, maxEntries }) })
  return {
    ...engine,
    setLists(version) {
      engine.setLists(version)
      lists = version
    },
    isBigProvider(domain) {
      const { free, major } = lists.domainFacts(domain)
      return free && major
    },
    decideAgain: (reasons, domain) => ({ ...decideAgain(reasons, lists.domainFacts(domain)), lists: lists.version }),
  }
}
