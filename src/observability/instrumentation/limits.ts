import { createCounter, type Family } from '../../kernel/metrics.js'
import type { Ledger } from '../../kernel/ports/ledger.js'
import type { Limiter, Window } from '../../kernel/ports/limiter.js'

/** What a limiter's key begins with, before the account or the address that is nobody's to read here. */
const PER_ACCOUNT = ['as_of', 'write', 'batch_jobs', 'batch_rows', 'batch_bytes', 'uncharged']
const WINDOWS = new Set([
  'verify',
  'sandbox',
  'create',
  ...PER_ACCOUNT,
  ...PER_ACCOUNT.map((name) => `sandbox_${name}`),
])

const windowOf = (key: string): string => {
  const name = key.slice(0, key.indexOf(':'))
  return WINDOWS.has(name) ? name : 'other'
}

/** Limits by the minute, the hour and the month, whatever they refuse counted. */
export function instrumentLimits() {
  const refusals = createCounter({
    name: 'mailproof_limit_refusals_total',
    help: 'Calls that a limit refused, by its window: verify, sandbox, create (accounts), month (quota), write, batch_jobs and so on.',
    labels: ['window'],
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
      hit(key, ...rest) {
        const window = hit(key, ...rest)
        return window instanceof Promise ? window.then((known) => counted(key, known)) : counted(key, window)
      },
    }),
    quotas: (ledger: Ledger): Ledger => ({
      ...ledger,
      take(...wanted) {
        const taking = ledger.take(...wanted)
        // Beside its caller, who waits no longer for it.
        taking.then(countRefusal, () => {})
        return taking
      },
    }),
    families: [refusals] as readonly Family[],
  }
}
