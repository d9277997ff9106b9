import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.js'
import type { Eventing } from './eventing.js'
import type { AnyProjection } from './projection.js'

/** Questions of one query whose answers are kept. */
const MAX_QUESTIONS = 100
/** Answers tell of the time too: what happened within the last hour. */
const KEPT_MS = 1_000

interface Remembered<Answer> {
  readonly state: string
  readonly answer: Promise<Answer>
}

/**
 * Makes queries that many ask at the same time answer from memory while the models they read have not changed, for a
 * second at most. Answers are shared: nobody may change them.
 */
export const createRemember =
  ({ eventing, clock }: { readonly eventing: Pick<Eventing, 'versionToken'>; readonly clock: Clock }) =>
  <Question extends readonly (string | number)[], Answer>(
    models: readonly AnyProjection[],
    query: (...question: Question) => Promise<Answer>,
  ): ((...question: Question) => Promise<Answer>) => {
    const names = models.map(({ name }) => name)
    const answers = new LRUCache<string, Remembered<Answer>>({ max: MAX_QUESTIONS })
    return (...question) => {
      const key = question.join(' ')
      // Taken before the query reads: what it reads may be newer, never older.
      const state = `${Math.floor(clock.now() / KEPT_MS)} ${eventing.versionToken(names)}`
      const known = answers.get(key)
      if (known?.state === state) return known.answer
      const remembered = { state, answer: query(...question) }
      answers.set(key, remembered)
      remembered.answer.catch(() => {
        if (answers.get(key) === remembered) answers.delete(key)
      })
      return remembered.answer
    }
  }
