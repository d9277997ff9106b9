import type { Clock } from '../../../kernel/clock.js'
import type { Resolver } from '../../../kernel/ports/resolver.js'
import { createEngine, type Engine } from './engine.js'
import { loadLists } from './lists/loadLists.js'
import { createMailRouter } from './route/mailRouter.js'

/** Domains whose routes are kept: about 60 MB when it is full. */
const MAX_ROUTES = 200_000

/** The whole verdict engine: all it needs from outside is DNS and a clock. */
export const createVerdictEngine = (dependencies: {
  readonly resolver: Resolver
  readonly clock: Clock
  /** Milliseconds for the mail route of one domain. */
  readonly budgetMs: number
}): Engine =>
  createEngine({ lists: loadLists(), router: createMailRouter({ ...dependencies, maxEntries: MAX_ROUTES }) })
