// One timeout for all lookups of a mail route.
import type { DnsAnswer } from '../../../../kernel/ports/resolver.js'
import type { Lookups } from './reach.js'

const TIMED_OUT = { outcome: 'timeout' } as const
const ALREADY_TIMED_OUT = Promise.resolve(TIMED_OUT)

/**
 * Lookups that share one timeout: when it expires, every pending lookup counts as timed out, so that a domain with many
 * slow targets does not keep its caller waiting. Lookups in flight continue for the sake of the cache; no further ones
 * start. A class, because thousands exist at the same time.
 */
export class Budget implements Lookups {
  readonly #lookups: Lookups
  readonly #timer: NodeJS.Timeout
  /** Resolvers of the pending lookups. Those of settled lookups remain: resolving a promise again has no effect. */
  readonly #timeOut: ((answer: typeof TIMED_OUT) => void)[] = []
  #isOver = false

  constructor(lookups: Lookups, milliseconds: number) {
    this.#lookups = lookups
    this.#timer = setTimeout(Budget.#expire, milliseconds, this)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  mx(name: string): ReturnType<Lookups['mx']> {
    return this.#isOver ? ALREADY_TIMED_OUT : this.#within(this.#lookups.mx(name))
  }

  a(name: string): ReturnType<Lookups['a']> {
    return this.#isOver ? ALREADY_TIMED_OUT : this.#within(this.#lookups.a(name))
  }

  aaaa(name: string): ReturnType<Lookups['aaaa']> {
    return this.#isOver ? ALREADY_TIMED_OUT : this.#within(this.#lookups.aaaa(name))
  }

  /** Stops the timer. To be called after the last lookup. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #within<T>(answer: Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> {
    return new Promise((resolve, reject) => {
      this.#timeOut.push(resolve)
      answer.then(resolve, reject)
    })
  }

  static #expire(budget: Budget): void {
    budget.#isOver = true
    for (const timeOut of budget.#timeOut) timeOut(TIMED_OUT)
  }
}
