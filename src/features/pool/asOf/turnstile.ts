import { Failure } from '../../../kernel/failure.js'

export interface TurnstileOptions {
  /** Pieces of work at once. */
  readonly places: number
  /** That wait for a place, at most. */
  readonly waiting: number
  /** How long one waits, at most. */
  readonly patienceMs: number
}

/** Gives a place back. */
type Leave = () => void

/** So many pieces of heavy work at once; others wait in the order in which they came, not many and not long. */
export function createTurnstile({ places, waiting, patienceMs }: TurnstileOptions) {
  let free = places
  const queue: (() => void)[] = []

  function leave(): void {
    const letIn = queue.shift()
    if (letIn) letIn()
    else free++
  }

  function wait(signal: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
      const giveUp = (reason: unknown) => {
        queue.splice(queue.indexOf(letIn), 1)
        done()
        reject(reason)
      }
      const letIn = () => {
        done()
        resolve(leave)
      }
      const abort = () => giveUp(signal.reason)
      const timer = setTimeout(() => giveUp(busy()), patienceMs)
      signal.addEventListener('abort', abort)
      queue.push(letIn)
    })
  }

  return {
    /**
     * @returns what gives the place back; once
     * @throws Failure SERVICE_UNAVAILABLE; the signal's reason
     */
    async enter(signal: AbortSignal): Promise<Leave> {
      signal.throwIfAborted()
      if (free > 0) {
        free--
        return leave
      }
      if (queue.length >= waiting) throw busy()
      return wait(signal)
    },
  }
}

const busy = () =>
  new Failure('SERVICE_UNAVAILABLE', 'Too many questions about the past are being answered. Ask again in a moment.')
