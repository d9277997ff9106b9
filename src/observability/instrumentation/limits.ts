import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
import { WINDOWS } from '../../kernel/limits.js'
import { createCounter, type Family } from '../../kernel/metrics.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import type { Limiter, LocalLimiter, Window } from '../../kernel/ports/limiter.js'

const KNOWN: ReadonlySet<string> = new Set(WINDOWS)

const windowOf = (key: string): string => {
  const name = key.slice(0, key.indexOf(':'))
  return KNOWN.has(name) ? name : 'other'
}

/** Counts what rate limits and monthly quotas refuse. */
export function instrumentLimits() {
  const refusals = createCounter({
    name: 'mailproof_limit_refusals_total',
    help: 'Calls refused by a limit, by window: verify, sandbox, anonymous (no key), key (unknown keys), read (public reads), create (accounts), month (quota), write, batch_jobs and so on.',
    labels: ['window'],
    known: [...WINDOWS, 'month'].map((window) => [window]),
  })
  const month = refusals.of('month')

  const countRefusal = ({ taken }: { readonly taken: boolean }): void => {
    if (!taken) month.value++
  }

  function counted(key: string, window: Window): Window {
    if (!window.allowed) refusals.of(windowOf(key)).value++
    return window
  }

  return {
    limiter: ({ hit }: Limiter): Limiter => ({
      hit: (key, ...rest) => mapMaybePromise(hit(key, ...rest), (window) => counted(key, window)),
    }),
    localLimiter: ({ hit }: LocalLimiter): LocalLimiter => ({
      hit: (key, ...rest) => counted(key, hit(key, ...rest)),
    }),
    quotas: (ledger: Ledger): Ledger => ({
      ...ledger,
      take(...args) {
        const taking = ledger.take(...args)
        // Counted separately, so that the caller does not wait for it.
        taking.then(countRefusal, () => {})
        return taking
      },
    }),
    families: [refusals] as readonly Family[],
  }
}
