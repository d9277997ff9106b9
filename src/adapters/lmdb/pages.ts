import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Hands out one by one what `nextPage` reads at once; an empty page is the end. Between pages others get their turn.
 * @throws the signal's reason, once it is aborted
 */
export function pages<T>(nextPage: () => readonly T[], signal?: AbortSignal): AsyncIterableIterator<T> {
  let page: readonly T[] | undefined
  let index = 0
  let ended = false

  const end = () => {
    ended = true
    page = undefined
    return { done: true as const, value: undefined }
  }

  async function turnPage(): Promise<IteratorResult<T>> {
    try {
      if (page) await nextTurn()
      signal?.throwIfAborted()
      page = nextPage()
    } catch (error) {
      end()
      throw error
    }
    index = 0
    return page.length > 0 ? { done: false, value: page[index++]! } : end()
  }

  return {
    next: () => {
      if (ended) return Promise.resolve(end())
      if (!page || index >= page.length) return turnPage()
      return Promise.resolve({ done: false, value: page[index++]! })
    },
    return: () => Promise.resolve(end()),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
