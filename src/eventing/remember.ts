import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.js'
import type { Eventing } from './eventing.js'
import type { AnyProjection } from './projection.js'

/** Maximum number of cached answers per query. */
const MAX_ANSWERS = 100
/** Maximum age of an answer in milliseconds: some depend on the time too, such as "within the last hour". */
const TTL_MS = 1_000

interface Remembered<Answer> {
  readonly version: string
  readonly answer: Promise<Answer>
}

/**
 * Caches the answers of popular queries while the models they read have not changed, for a second at most. Answers are
 * shared between callers: never mutate them.
 */
export const createRemember =
  ({ eventing, clock }: { readonly eventing: Pick<Eventing, 'versionToken'>; readonly clock: Clock }) =>
  <Question extends readonly (string | number)[], Answer>(
    models: readonly AnyProjection[],
    query: (...question: Question) => Promise<Answer>,
  ): ((...question: Question) => Promise<Answer>) => {
    const names = models.map(({ name }) => name)
    const answers = new LRUCache<string, Remembered<Answer>>({ max: MAX_ANSWERS })
    return (...question) => {
      const key = question.join(' ')
      // Taken before the query runs, so that its answer is never older than the version.
      const version = `${Math.floor(clock.now() / TTL_MS)} ${eventing.versionToken(names)}`
      const known = answers.get(key)
      if (known?.version === version) return known.answer
      const remembered = { version, answer: query(...question) }
      answers.set(key, remembered)
      remembered.answer.catch(() => {
        if (answers.get(key) === remembered) answers.delete(key)
      })
      return remembered.answer
    }
  }
