import type { Position } from '../kernel/position.js'
import type { Model } from './model.js'

type Waiter = {
  readonly position: Position
  readonly models: readonly Model[]
  readonly settle: (seen: boolean) => void
}

/** Those who wait to read what they wrote. While there are any, nobody lingers. */
export function createFollowers(models: ReadonlyMap<string, Model>) {
  const waiters = new Set<Waiter>()
  const lingering = new Set<() => void>()
  let released = false

  const sees = ({ position, models }: Waiter) => models.every(({ serving }) => serving.checkpoint >= position)
  /** Waiting for a stopped model would only be slow. */
  const hopeless = ({ models }: Waiter) => models.some(({ state }) => state === 'stopped')

  function wake(): void {
    for (const waiter of waiters) {
      if (sees(waiter)) waiter.settle(true)
      else if (hopeless(waiter)) waiter.settle(false)
    }
  }

  function wait(position: Position, followed: readonly Model[], timeoutMs: number): Promise<boolean> {
    if (followed.every(({ serving }) => serving.checkpoint >= position)) return Promise.resolve(true)
    if (released) return Promise.resolve(false)
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiter.settle(false), timeoutMs)
      const waiter: Waiter = {
        position,
        models: followed,
        settle: (seen) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(seen)
        },
      }
      waiters.add(waiter)
      wake()
      for (const hurry of lingering) hurry()
    })
  }

  /** Waits, unless somebody follows. */
  const linger = (milliseconds: number): Promise<void> =>
    released || waiters.size > 0 || models.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          const hurry = () => {
            clearTimeout(timer)
            lingering.delete(hurry)
            resolve()
          }
          const timer = setTimeout(hurry, milliseconds)
          lingering.add(hurry)
        })

  /** Nobody will fold any more: everyone may go. */
  function release(): void {
    released = true
    for (const waiter of waiters) waiter.settle(false)
    for (const hurry of lingering) hurry()
  }

  return { wait, wake, linger, release }
}
