import type { RootDatabase } from 'lmdb'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'

export interface GroupCommit<Item, Result> {
  /** Resolves once the item's transaction is on disk. In the order of calls. */
  submit(item: Item): Promise<Result>
  /** Rejects when transactions cannot begin and end, or could not just now. */
  probe(): Promise<void>
  /** Takes nothing more, and resolves when everything taken is settled. */
  end(): Promise<void>
}

export interface GroupCommitOptions<Item, Result> {
  readonly environment: RootDatabase
  /** Writes a group inside one transaction; a result for each item. Whatever it throws undoes the whole group. */
  readonly write: (items: readonly Item[]) => readonly Result[]
  /** Told of a group that is on disk, before its callers are. */
  readonly committed?: (results: readonly Result[]) => void
  /** A group takes no more than `maxSize`, but always one item. */
  readonly sizeOf: (item: Item) => number
  readonly maxSize: number
  /** A transaction that takes longer (a writer elsewhere hangs, a disk is gone) is answered for: StoreUnavailable. */
  readonly patienceMs?: number
}

interface Waiting<Item, Result> {
  /** None: whoever waits only wants to know that a transaction begins and ends. */
  readonly item: Item | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const MAX_ITEMS = 1_024
/** Callers are told within 5 s that the store does not answer. */
const PATIENCE_MS = 4_000
/** A failed commit (a full disk) counts against `probe` this long, unless one succeeds: an empty one always would. */
const FAILURE_COUNTS_MS = 10_000

/** One sync for all who wait: while a transaction is being written to disk, the next group gathers. */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  const { environment, write, committed = () => {}, sizeOf, maxSize, patienceMs = PATIENCE_MS } = options
  let waiting: Waiting<Item, Result>[] = []
  let draining: Promise<void> | undefined
  let stuck = false
  let ended = false
  let failedAt = -Infinity

  function join(item: Item | undefined): Promise<Result> {
    if (ended) return Promise.reject(new StoreUnavailable('the store is closed'))
    if (stuck) return Promise.reject(new StoreUnavailable('the store is still busy with an earlier write'))
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      draining ??= drain()
    })
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await commitGroup()
    draining = undefined
  }

  function takeGroup(): Waiting<Item, Result>[] {
    let count = 0
    for (let size = 0; count < waiting.length && count < MAX_ITEMS; count++) {
      const { item } = waiting[count]!
      size += item === undefined ? 0 : sizeOf(item)
      if (size > maxSize && count > 0) break
    }
    const group = waiting.slice(0, count)
    waiting = count === waiting.length ? [] : waiting.slice(count)
    return group
  }

  async function commitGroup(): Promise<void> {
    let group: Waiting<Item, Result>[] | undefined
    const rejectGroup = (error: StoreUnavailable) => {
      for (const { reject } of group ?? takeGroup()) reject(error)
      group = []
    }
    const timer = setTimeout(() => {
      stuck = true
      const late = new StoreUnavailable(`the store did not commit within ${patienceMs / 1000} s`)
      rejectGroup(late)
      for (const { reject } of waiting.splice(0)) reject(late)
    }, patienceMs)
    timer.unref()
    try {
      const results = await transact(environment, () => {
        group ??= takeGroup()
        return write(group.flatMap(({ item }) => (item === undefined ? [] : [item])))
      })
      if (results.length > 0) failedAt = -Infinity
      committed(results)
      let next = 0
      for (const { item, resolve } of group ?? []) resolve((item === undefined ? undefined : results[next++]) as Result)
    } catch (error) {
      failedAt = performance.now()
      rejectGroup(new StoreUnavailable('the store could not commit', { cause: error }))
    } finally {
      clearTimeout(timer)
      stuck = false
    }
  }

  return {
    submit: join,
    async probe() {
      if (performance.now() - failedAt < FAILURE_COUNTS_MS) throw new StoreUnavailable('the store could not commit')
      await join(undefined)
    },
    async end() {
      ended = true
      while (draining && !stuck) await Promise.race([draining, pause(patienceMs)])
      if (stuck) throw new StoreUnavailable('the store was left in the middle of a write')
    },
  }
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

/**
 * Runs `work` in a write transaction of its own that is on disk when this resolves, and undone when `work` throws:
 * lmdb's plain `transaction` would commit what was written before the throw.
 */
async function transact<T>(environment: RootDatabase, work: () => T): Promise<T> {
  try {
    return await environment.childTransaction(work)
  } catch (error) {
    throw await reasonOf(error)
  }
}

/** lmdb puts the reason of a failed commit into a second promise, which would be an unhandled rejection. */
const reasonOf = (error: unknown): Promise<unknown> | unknown =>
  error instanceof Error && 'commitError' in error
    ? (error.commitError as Promise<unknown>).then(
        () => error,
        (reason: unknown) => reason,
      )
    : error
