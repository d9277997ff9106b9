// Reads the entries of an LMDB file page by page, to find damage, while others write.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RootDatabase } from 'lmdb'
import { readingFresh } from './databases.js'
import { closeEnvironment, openEnvironment } from './environment.js'

const PAGE = 500

/** What is wrong with a page of entries, in words, and the key of its last one; undefined at the end. */
export interface InspectedPage {
  readonly problems: readonly string[]
  readonly last: Uint8Array | undefined
}

export type InspectPage = (after: Uint8Array | undefined) => InspectedPage

/** The range of the page after a key. */
export const pageAfter = (after: Uint8Array | undefined) => ({
  ...(after && { start: after, exclusiveStart: true }),
  limit: PAGE,
})

/**
 * Runs inspections to their ends, one after the other.
 * @param inspectionsOf opens what is inspected
 * @param pause called before each page; by default a turn of the event loop
 */
export async function* inspectPages(
  path: string,
  inspectionsOf: (environment: RootDatabase) => readonly InspectPage[],
  signal: AbortSignal,
  pause: () => Promise<unknown> = nextTurn,
): AsyncGenerator<string, void, void> {
  const environment = openEnvironment(path)
  try {
    for (const inspect of inspectionsOf(environment)) {
      let after: Uint8Array | undefined
      do {
        await pause()
        signal.throwIfAborted()
        const { problems, last } = readingFresh(environment, () => inspect(after))
        yield* problems
        after = last
      } while (after)
    }
  } finally {
    await closeEnvironment(environment)
  }
}
