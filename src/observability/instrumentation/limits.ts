import { mapMaybePromise } from '../../kernel/concurrency/mapMaybePromise.js'
import { createCounter, type Family } from '../../kernel/metrics.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import type { Limiter, LocalLimiter, Window } from '../../kernel/ports/limiter.js'

/** Prefixes of limiter keys. What follows, an account or a client address, must not become a label. */
const PER_KEY_TYPE = ['as_of', 'write', 'batch_jobs', 'batch_rows', 'batch_bytes', 'batch_refusals']
const WINDOWS = new Set([
  'verify',
  'sandbox',
  'anonymous',
  'create',
  'read',
  'key',
  'uncharged',
  ...PER_KEY_TYPE,
  ...PER_KEY_TYPE.map((name) => `sandbox_${name}`),
])

const windowOf = (key: string): string => {
  const name = key.slice(0, key.indexOf(':'))
  return WINDOWS.has(name) ? name : 'other'
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
