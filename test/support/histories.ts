import {
  changePlan,
  generateKey,
  overrideLimits,
  registerAccount,
  revokeKey,
} from '../../src/features/accounts/decide.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import { PLAN_IDS } from '../../src/features/accounts/plans.js'
import { type AccountState, evolve } from '../../src/features/accounts/state.js'
import { iso, monthOf } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { Failure } from '../../src/kernel/failure.js'
import { derivedId } from '../../src/kernel/ids.js'
import { newKey } from './accountEvents.js'
import fc from './fastCheck.js'
import { createRecordedLog } from './recordedLog.js'
import { addressesVerified, addressVerified, usageLimitReached } from './verificationEvents.js'

const ACCOUNTS = ['ada', 'bob', 'cleo', 'dan'].map((name) => derivedId(`account ${name}`))
const HOUR = 3_600_000

const step = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  wait: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 200 * HOUR }) }),
  what: fc.constantFrom('generate', 'replace', 'revoke', 'plan', 'limits', 'verify', 'verify', 'batch', 'limit'),
  /** A choice, whatever there is to choose from. */
  which: fc.nat({ max: 1_000 }),
  counts: fc.record({ valid: fc.nat({ max: 9 }), invalid: fc.nat({ max: 9 }), unknown: fc.nat({ max: 9 }) }),
})

type Step = Parameters<Parameters<typeof step.map>[0]>[0]

/** The log as it is after steps that were decided as the service decides them; what it refuses leaves no trace. */
function play(steps: readonly Step[]): readonly Recorded[] {
  const log = createRecordedLog()
  const states = new Map<string, AccountState>()
  let made = 0

  function command(account: string, decide: (state: AccountState) => AccountEvent[]): void {
    const state = states.get(account) ?? { status: 'none' }
    try {
      states.set(account, log.append(`account-${account}`, ...decide(state)).reduce(evolve, state))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  for (const { account, wait, what, which, counts } of steps) {
    log.wait(wait)
    const now = iso(log.now())
    const month = monthOf(log.now() - (which % 2) * 24 * HOUR)
    const key = newKey(`key ${made++}`, {
      sandbox: which % 3 === 0,
      expiresAt: which % 4 ? null : iso(log.now() + HOUR),
    })
    command(account, (state) =>
      registerAccount(state, { account, email: 'c2VhbGVk', name: null, key: newKey(account) }),
    )
    const known = states.get(account)!
    const keys = known.status === 'active' ? known.keys : []
    const chosen = keys[which % keys.length]!.id
    switch (what) {
      case 'generate':
        command(account, (state) => generateKey(state, { key, now }))
        break
      case 'replace':
        command(account, (state) =>
          generateKey(state, { key, now, replaces: { key: chosen, effectiveAt: iso(log.now() + (which % 5) * HOUR) } }),
        )
        break
      case 'revoke':
        command(account, (state) => revokeKey(state, { key: chosen, now }))
        break
      case 'plan':
        command(account, (state) => changePlan(state, PLAN_IDS[which % PLAN_IDS.length]!))
        break
      case 'limits':
        command(account, (state) => overrideLimits(state, which % 2 ? { perMinute: which } : { perMonth: null }))
        break
      case 'verify': {
        const status = (['valid', 'invalid', 'unknown'] as const)[which % 3]!
        const charged = status === 'unknown' ? 0 : 1
        log.append(`usage-${account}.${month}`, addressVerified({ account, status, charged }))
        break
      }
      case 'batch':
        log.append(`usage-${account}.${month}`, addressesVerified(counts, counts.valid + counts.invalid, account))
        break
      case 'limit':
        log.append(`limit-${account}.${month}.month`, usageLimitReached(month, account))
        break
    }
  }
  return log.events
}

/** What several accounts did over some weeks. */
export const history = (maxSteps: number): fc.Arbitrary<readonly Recorded[]> =>
  fc.array(step, { minLength: 1, maxLength: maxSteps, size: 'max' }).map(play)

/** The same events in an order that no service would write: ends before beginnings. */
export const disorder = (maxSteps: number): fc.Arbitrary<readonly Recorded[]> =>
  history(maxSteps)
    .chain((events) => fc.shuffledSubarray([...events], { minLength: events.length }))
    .map((events) => events.map((event, index) => ({ ...event, position: (index + 1).toString(16).padStart(32, '0') })))
