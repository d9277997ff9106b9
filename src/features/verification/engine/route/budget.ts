import type { DnsAnswer } from '../../../../kernel/ports/resolver.js'
import type { Lookups } from './reach.js'

const TIMED_OUT = { outcome: 'timeout' } as const
const LATE = Promise.resolve(TIMED_OUT)

/**
 * Look-ups that share one amount of time: once it is used up, each that is not answered has timed out. A domain with many
 * slow targets gets the verdict of a slow domain then, instead of keeping its caller waiting. Look-ups that are under
 * way go on for the cache's sake; no other is begun. A class: there are thousands at once.
 */
export class Budget implements Lookups {
  readonly #lookups: Lookups
  readonly #timer: NodeJS.Timeout
  /** Of those that are not answered, and of some that are: to settle a promise again does nothing. */
  readonly #timeOut: ((answer: typeof TIMED_OUT) => void)[] = []
  #isOver = false

  constructor(lookups: Lookups, milliseconds: number) {
    this.#lookups = lookups
    this.#timer = setTimeout(Budget.#usedUp, milliseconds, this)
  }

  mx(name: string): ReturnType<Lookups['mx']> {
    return this.#isOver ? LATE : this.#within(this.#lookups.mx(name))
  }

  a(name: string): ReturnType<Lookups['a']> {
    return this.#isOver ? LATE : this.#within(this.#lookups.a(name))
  }

  aaaa(name: string): ReturnType<Lookups['aaaa']> {
    return this.#isOver ? LATE : this.#within(this.#lookups.aaaa(name))
  }

  /** Nothing more will be asked. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #within<T>(answer: Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> {
    return new Promise((resolve, reject) => {
      this.#timeOut.push(resolve)
      answer.then(resolve, reject)
    })
  }

  static #usedUp(budget: Budget): void {
    budget.#isOver = true
    for (const timeOut of budget.#timeOut) timeOut(TIMED_OUT)
  }
}
