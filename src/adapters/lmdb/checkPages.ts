// Checks all pages of an LMDB file without lmdb, which would end the process at some kinds of damage.
import { closeSync, fstatSync, openSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RootDatabase } from 'lmdb'
import { newestMeta, readAt } from './checkFile.js'
import { closeEnvironment, openEnvironment } from './environment.js'
import { type Bounds, childBounds, findBadNode, isRun, type Meta, readPointers } from './format.js'

/** Pages between two turns of the event loop: a few milliseconds. */
const PAGES_PER_TURN = 500
const MAX_ATTEMPTS = 1_000

/**
 * Walks all trees of a file in one snapshot, while others write.
 * @returns what is wrong with its pages, in words
 */
export async function* checkPages(path: string, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const environment = openEnvironment(path)
  try {
    const file = openSync(path, 'r')
    try {
      const { meta, release } = snapshotOf(environment, file)
      try {
        yield* walk(file, meta, signal)
      } finally {
        release()
      }
    } finally {
      closeSync(file)
    }
  } finally {
    await closeEnvironment(environment)
  }
}

/** A read transaction, whose pages nobody reuses, and the meta page that it started from. */
function snapshotOf(environment: RootDatabase, file: number): { readonly meta: Meta; release(): void } {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = newestMeta(file)
    environment.resetReadTxn()
    // biome-ignore lint/correctness/useHookAtTopLevel: not a hook of React
    const transaction = environment.useReadTransaction()
    const meta = newestMeta(file)
    if (meta && before?.transaction === meta.transaction) return { meta, release: () => transaction.done() }
    transaction.done()
  }
  throw new Error('the file changes too often for a snapshot')
}

async function* walk(file: number, meta: Meta, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const { pageSize } = meta
  const pages = Math.floor(fstatSync(file).size / pageSize)
  const seen = new Uint8Array(pages)
  const visits: { number: number; bounds: Bounds }[] = meta.roots.map(({ page, order }) => ({
    number: page,
    bounds: { order },
  }))
  let visited = 0
  for (let visit = visits.pop(); visit; visit = visits.pop()) {
    const { number, bounds } = visit
    if (++visited % PAGES_PER_TURN === 0) {
      await nextTurn()
      signal.throwIfAborted()
    }
    if (number < 2 || number >= pages) yield `page ${number} is missing`
    else if (seen[number]) yield `page ${number} is pointed at twice`
    else {
      seen[number] = 1
      const page = readAt(file, number * pageSize, pageSize)
      const pointers = readPointers(page, number)
      const problem = pointers ? findBadNode(page, bounds) : 'not what its index says'
      if (!pointers || problem) yield `page ${number} is damaged: ${problem}`
      else {
        for (const { first, count } of pointers.runs) {
          const isOutside = first < 2 || count < 1 || first + count > pages
          if (isOutside || !isRun(readAt(file, first * pageSize, pageSize), first, count))
            yield `page ${first} is damaged: not the large value that its index says`
        }
        const within = pointers.children.length > 0 ? childBounds(page, bounds) : []
        visits.push(...pointers.children.map((child, index) => ({ number: child, bounds: within[index]! })))
        visits.push(...pointers.roots.map((root) => ({ number: root, bounds: { order: Buffer.compare } })))
      }
    }
  }
}
