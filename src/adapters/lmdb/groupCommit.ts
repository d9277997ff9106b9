// Concurrent writes to LMDB share one flush to disk.
import type { RootDatabase } from 'lmdb'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'

interface GroupCommit<Item, Result> {
  /** Resolves once the item's transaction is on disk. Items are written in the order of calls. */
  submit(item: Item): Promise<Result>
  /** Rejects with StoreUnavailable when a transaction cannot be committed, or recently could not. */
  probe(): Promise<void>
  /** Accepts no more items, and resolves when all accepted ones are settled. */
  end(): Promise<void>
}

interface GroupCommitOptions<Item, Result> {
  readonly environment: RootDatabase
  /** Writes a group inside one transaction. If it throws, the whole group is rolled back. @returns a result per item */
  readonly write: (items: readonly Item[]) => readonly Result[]
  /** Called with the results of a group that is on disk, before its callers' promises resolve. */
  readonly committed?: (results: readonly Result[]) => void
  /** A group has at most `maxSize`, but always at least one item. */
  readonly sizeOf: (item: Item) => number
  readonly maxSize: number
  /**
   * Timeout of a transaction, in milliseconds; then its callers get StoreUnavailable. The cause may be a writer in another
   * process that hangs, or a failed disk.
   */
  readonly timeoutMs?: number
}

interface Waiting<Item, Result> {
  /** undefined for a probe, which only needs a transaction to be committed. */
  readonly item: Item | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const MAX_ITEMS = 1_024
/** Callers must get an error within 5 s when the store does not respond. */
const COMMIT_TIMEOUT_MS = 4_000
/** A timer that is this late, in milliseconds: the process stood still, not the store, which gets its time again. */
const STANDSTILL_MS = 1_000
/**
 * How long a failed commit (a full disk) makes `probe` fail, unless a later commit with items succeeds; an empty commit
 * always succeeds.
 */
const FAILURE_TTL_MS = 10_000

/** Concurrent items share a flush to disk: while a transaction is being written, the next group is collected. */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  const { environment, write, committed = () => {}, sizeOf, maxSize, timeoutMs = COMMIT_TIMEOUT_MS } = options
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
    let timer: NodeJS.Timeout | undefined
    const watch = () => {
      const due = performance.now() + timeoutMs
      timer = setTimeout(() => {
        if (performance.now() - due > STANDSTILL_MS) return watch()
        stuck = true
        const late = new StoreUnavailable(`the store did not commit within ${timeoutMs / 1000} s`)
        rejectGroup(late)
        for (const { reject } of waiting.splice(0)) reject(late)
      }, timeoutMs)
      timer.unref()
    }
    watch()
    try {
      const results = await transact(environment, () => {
        group ??= takeGroup()
        return write(itemsOf(group))
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
      if (performance.now() - failedAt < FAILURE_TTL_MS) throw new StoreUnavailable('the store could not commit')
      await join(undefined)
    },
    async end() {
      ended = true
      while (draining && !stuck) await Promise.race([draining, pause(timeoutMs)])
      if (stuck) throw new StoreUnavailable('the store was closed during a write')
    },
  }
}

function itemsOf<Item>(group: readonly Waiting<Item, never>[]): Item[] {
  const items: Item[] = []
  for (const { item } of group) if (item !== undefined) items.push(item)
  return items
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

/**
 * Runs `work` in a write transaction that is on disk when this resolves, and is rolled back when `work` throws: lmdb's
 * plain `transaction` would commit the writes made before the throw.
 */
export async function transact<T>(environment: RootDatabase, work: () => T): Promise<T> {
  try {
    return await environment.childTransaction(work)
  } catch (error) {
    throw await commitErrorOf(error)
  }
}

/** lmdb reports the cause of a failed commit in a second promise, which would otherwise be an unhandled rejection. */
const commitErrorOf = (error: unknown): Promise<unknown> | unknown =>
  error instanceof Error && 'commitError' in error
    ? (error.commitError as Promise<unknown>).then(
        () => error,
        (cause: unknown) => cause,
      )
    : error
