// Iterates over items that are read page by page, and yields to the event loop between two pages.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { abortable } from '../../kernel/concurrency/singleFlight.js'

/**
 * Iterates over the items of pages; an empty page is the end. Yields to the event loop between pages.
 * @throws the signal's reason, once it is aborted
 */
export function pages<T>(
  nextPage: () => readonly T[] | Promise<readonly T[]>,
  signal?: AbortSignal,
): AsyncIterableIterator<T> {
  let page: readonly T[] | undefined
  let index = 0
  let ended = false

  const end = () => {
    ended = true
    page = undefined
    return { done: true as const, value: undefined }
  }

  async function loadPage(): Promise<IteratorResult<T>> {
    try {
      if (page) await nextTurn()
      signal?.throwIfAborted()
      const next = nextPage()
      page = next instanceof Promise ? await abortable(next, signal) : next
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
      if (!page || index >= page.length) return loadPage()
      return Promise.resolve({ done: false, value: page[index++]! })
    },
    return: () => Promise.resolve(end()),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
