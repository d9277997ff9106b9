// Calls that wait until read models have seen an event (read-your-writes).
import type { Position } from '../kernel/position.js'
import type { Model } from './model.js'

type Waiter = {
  readonly position: Position
  readonly models: readonly Model[]
  readonly settle: (seen: boolean) => void
  /** Set only for readers: rejects when the store of the models is known not to answer. */
  readonly fail?: (error: Error) => void
}

export type CheckpointWaiters = ReturnType<typeof createCheckpointWaiters>

/**
 * Checkpoint waiters (read-your-writes): calls that wait until readers of some models see a position. While any call
 * waits, the runner does not pause between slices.
 */
export function createCheckpointWaiters(models: ReadonlyMap<string, Model>) {
  const waiters = new Set<Waiter>()
  const paused = new Set<() => void>()
  let released = false

  const sees = ({ position, models }: Waiter) => models.every(({ serving }) => serving.checkpoint >= position)
  /** The checkpoint of a stopped model never advances, so a waiter would only time out. */
  const isStopped = ({ models }: Waiter) => models.some(({ state }) => state === 'stopped')

  /** Settles the waiters whose models have reached their position or have stopped. */
  function wake(): void {
    for (const waiter of waiters) {
      if (sees(waiter)) waiter.settle(true)
      else if (isStopped(waiter)) waiter.settle(false)
    }
  }

  /**
   * Waits until all the models have reached a position. @returns false on timeout, or when a model has stopped
   * @param toRead the caller is about to read: reject as soon as the store of the models is known not to answer
   */
  function wait(position: Position, awaited: readonly Model[], timeoutMs: number, toRead = false): Promise<boolean> {
    if (awaited.every(({ serving }) => serving.checkpoint >= position)) return Promise.resolve(true)
    if (released) return Promise.resolve(false)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.settle(false), timeoutMs)
      const end = () => {
        clearTimeout(timer)
        waiters.delete(waiter)
      }
      const settle = (seen: boolean) => {
        end()
        resolve(seen)
      }
      const fail = (error: Error) => {
        end()
        reject(error)
      }
      const waiter: Waiter = { position, models: awaited, settle, ...(toRead && { fail }) }
      waiters.add(waiter)
      wake()
      for (const resume of paused) resume()
    })
  }

  /**
   * Ends all waits for this model, or for all models, because their store does not answer: a read would only run into
   * the same timeout again.
   */
  function rejectAll(error: Error, model?: Model): void {
    for (const { models, settle, fail } of waiters) {
      if (model && !models.includes(model)) continue
      if (fail) fail(error)
      else settle(false)
    }
  }

  /** Pauses the runner, unless a call waits. */
  const pause = (milliseconds: number): Promise<void> =>
    released || waiters.size > 0 || models.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          const resume = () => {
            clearTimeout(timer)
            paused.delete(resume)
            resolve()
          }
          const timer = setTimeout(resume, milliseconds)
          paused.add(resume)
        })

  /** Ends all current and future waits and pauses: the runner has stopped. */
  function release(): void {
    released = true
    for (const waiter of waiters) waiter.settle(false)
    for (const resume of paused) resume()
  }

  return { wait, wake, rejectAll, pause, release }
}
