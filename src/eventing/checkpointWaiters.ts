import type { Position } from '../kernel/position.js'
import type { Model } from './model.js'

type Waiter = {
  readonly position: Position
  readonly models: readonly Model[]
  readonly settle: (seen: boolean) => void
  /** Only of whoever waits in order to read: to be told that there is nothing to be read. */
  readonly fail?: (error: Error) => void
}

/** Those who wait to read what they wrote. While there are any, nobody lingers. */
export function createCheckpointWaiters(models: ReadonlyMap<string, Model>) {
  const waiters = new Set<Waiter>()
  const paused = new Set<() => void>()
  let released = false

  const sees = ({ position, models }: Waiter) => models.every(({ serving }) => serving.checkpoint >= position)
  /** Waiting for a stopped model would only be slow. */
  const isStopped = ({ models }: Waiter) => models.some(({ state }) => state === 'stopped')

  function wake(): void {
    for (const waiter of waiters) {
      if (sees(waiter)) waiter.settle(true)
      else if (isStopped(waiter)) waiter.settle(false)
    }
  }

  /** @param toRead rejects as soon as the store of the models is known not to answer */
  function wait(position: Position, followed: readonly Model[], timeoutMs: number, toRead = false): Promise<boolean> {
    if (followed.every(({ serving }) => serving.checkpoint >= position)) return Promise.resolve(true)
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
      const waiter: Waiter = { position, models: followed, settle, ...(toRead && { fail }) }
      waiters.add(waiter)
      wake()
      for (const hurry of paused) hurry()
    })
  }

  /**
   * The store of this model, or of all, does not answer: who reads would only find out once more, and take as long again.
   */
  function rejectAll(error: Error, model?: Model): void {
    for (const { models, settle, fail } of waiters) {
      if (model && !models.includes(model)) continue
      if (fail) fail(error)
      else settle(false)
    }
  }

  /** Waits, unless somebody follows. */
  const pause = (milliseconds: number): Promise<void> =>
    released || waiters.size > 0 || models.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          const hurry = () => {
            clearTimeout(timer)
            paused.delete(hurry)
            resolve()
          }
          const timer = setTimeout(hurry, milliseconds)
          paused.add(hurry)
        })

  /** Nobody will fold any more: everyone may go. */
  function release(): void {
    released = true
    for (const waiter of waiters) waiter.settle(false)
    for (const hurry of paused) hurry()
  }

  return { wait, wake, rejectAll, pause, release }
}
