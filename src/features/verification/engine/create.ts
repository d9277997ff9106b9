import type { Clock } from '../../../kernel/clock.js'
import type { Resolver } from '../../../kernel/ports/resolver.js'
import { createEngine, type Engine } from './engine.js'
import { loadLists } from './lists/loadLists.js'
import { createMailRouter } from './route/mailRouter.js'

/** Domains whose routes are kept: about 60 MB when it is full. */
const MAX_ROUTES = 200_000

export interface VerdictEngine extends Engine {
  /** Whether so many people have a mailbox at a domain that its name tells nothing of anyone. @param domain A-labels */
  isBigProvider(domain: string): boolean
}

/** The whole verdict engine: all it needs from outside is DNS and a clock. */
export const createVerdictEngine = (dependencies: {
  readonly resolver: Resolver
  readonly clock: Clock
  /** Milliseconds for the mail route of one domain. */
  readonly budgetMs: number
}): VerdictEngine => {
  const lists = loadLists()
  return {
    ...createEngine({ lists, router: createMailRouter({ ...dependencies, maxEntries: MAX_ROUTES }) }),
    isBigProvider(domain) {
      const { free, major } = lists.domainFacts(domain)
      return free && major
    },
  }
}
