// Addresses on which accounts voted under an earlier release, which did not write `joins`.
import { expect, test } from '@jest/globals'
import { contribute } from '../../src/features/pool/decide.js'
import type { AddressEvent, ValidationContributed } from '../../src/features/pool/events.js'
import { entryId, poolEntries } from '../../src/features/pool/projections/poolEntries.js'
import { addressFor } from '../../src/features/pool/state.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import fc from '../../testbed/fastCheck.js'
import { accountNamed, DAY } from '../../testbed/features/poolFlow.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createGiven } from '../../testbed/given/given.js'
import { causeId, contributed, contribution, sharedResult } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const { address } = sharedResult()
const again = causeId('again')
const addressOf = (account: string, cause: string) => addressFor({ pool: 'public', address, account, cause })

const other = (name: string) =>
  contributed({ account: accountNamed(name), cause: causeId(name), unique: false, counted: 1 })

test('an account whose vote was young, and then no longer, joins the others when it votes again', () =>
  createGiven(addressOf(ada, again))([
    contributed({ young: true }),
    contributed({ cause: causeId('second'), unique: false, first: false, credits: 0 }),
    other('bob'),
    other('cleo'),
  ])
    .when((state) => contribute(state, contribution({ cause: again, quorum: 3, now: Date.UTC(2026, 10, 23, 9) })))
    .then([contributed({ cause: again, unique: false, first: false, credits: 0, joins: true, publishes: true })]))

test('an account counts towards the quorum of an entry if, and only if, it need not join any more', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          who: fc.nat({ max: 4 }),
          young: fc.boolean(),
          kind: fc.constantFrom('old', 'new', 'old', 'new', 'forget'),
        }),
        { maxLength: 60, size: 'max' },
      ),
      (steps) => {
        const log = createRecordedLog()
        const stream = `address-public.${address}`
        const stateOf = (account: string, cause: string) => {
          const { initial, evolve } = addressOf(account, cause)
          return (log.events as readonly Recorded<AddressEvent>[]).reduce(evolve, initial)
        }
        for (const [index, { who, young, kind }] of steps.entries()) {
          log.wait(2 * DAY)
          const [account, cause] = [accountNamed(`${who}`), causeId(`${index}`)]
          const state = stateOf(account, cause)
          if (kind === 'forget') {
            log.append(stream, { type: 'AddressForgotten', data: { pool: 'public', address, contributions: [] } })
          } else if (kind === 'old') {
            const first = state.votedAt === undefined
            log.append(stream, contributed({ account, cause, young, first, unique: !state.known }))
          } else {
            const standing = { age: young ? 0 : 30 * DAY, maturity: 30 * DAY }
            const cast = { account, cause, standing, quorum: 3, now: log.now() }
            log.append(stream, ...(contribute(state, contribution(cast)) as ValidationContributed[]))
          }
          const entry = documentsOf(poolEntries, log.events)[entryId('public', address)]
          const accounts = [0, 1, 2, 3, 4].map((n) => accountNamed(`${n}`))
          const joined = accounts.filter((each) => stateOf(each, again).joined)
          expect(entry?.established ?? 0).toBe(joined.length)
          expect(
            (entry?.voters ?? [])
              .filter((vote) => vote.joined)
              .map((vote) => vote.account)
              .sort(),
          ).toEqual(joined.sort())
        }
      },
    ),
    { numRuns: 50 },
  ))
