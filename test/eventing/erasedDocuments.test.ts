// What read models keep of erased accounts and forgotten addresses.
import { describe, expect, test } from '@jest/globals'
import { accounts } from '../../src/features/accounts/projections/accounts.js'
import { type AddressForgotten, contributionName } from '../../src/features/pool/events.js'
import { poolProjections } from '../../src/features/pool/index.js'
import { contributions } from '../../src/features/pool/projections/contributions.js'
import { poolEntries } from '../../src/features/pool/projections/poolEntries.js'
import { addressStream } from '../../src/features/pool/state.js'
import { ada, bob, registered } from '../../testbed/given/accountEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { addressNamed, contributed } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const erased = { type: 'AccountErased', data: { account: ada } }

/** Two addresses, each with votes of both. */
function votes() {
  const log = createRecordedLog()
  const made = ['one', 'two'].flatMap((name) =>
    [ada, bob].flatMap((account) => {
      const address = addressNamed(name)
      return log.append(addressStream({ pool: 'public', address }), contributed({ account, address }))
    }),
  )
  return { log, made }
}

describe('a forgotten address', () => {
  function forgetting() {
    const { log, made } = votes()
    const address = addressNamed('one')
    const of = made.filter(({ data }) => data.address === address)
    const names = of.map(({ id, data }) => contributionName(data.account, id))
    const before = log.events.length
    const forgotten: AddressForgotten = {
      type: 'AddressForgotten',
      data: { pool: 'public', address, contributions: names },
    }
    log.append(addressStream({ pool: 'public', address }), forgotten)
    return { log, address, names, before: log.events.slice(0, before) }
  }

  test('has no entry any more, and other addresses keep theirs', () => {
    const { log, before } = forgetting()
    const { [`public.${addressNamed('one')}`]: gone, ...others } = documentsOf(poolEntries, before)
    expect(gone).toBeDefined()
    expect(documentsOf(poolEntries, log.events)).toEqual(others)
  })

  test('leaves contributions that still count but do not identify it', () => {
    const { log, address, names, before } = forgetting()
    const made = documentsOf(contributions, before)
    const found = documentsOf(contributions, log.events)
    expect(Object.keys(found)).toEqual(Object.keys(made))
    for (const name of names) expect(found[`public.${name}`]).toEqual({ ...made[`public.${name}`], address: null })
    expect(JSON.stringify(found)).not.toContain(address)
  })

  test('is named by no read model of the pool, and no figure changes', () => {
    const { log, address, before } = forgetting()
    for (const projection of poolProjections) {
      const found = documentsOf(projection, log.events)
      expect(JSON.stringify(found)).not.toContain(address)
      if (projection.name === 'pool_entries' || projection.name === 'contributions') continue
      expect(found).toEqual(documentsOf(projection, before))
    }
  })
})

describe('an erased account', () => {
  test('has no document any more, not even by replaying its own stream', () => {
    const log = createRecordedLog()
    log.append(`account-${ada}`, registered(), erased)
    expect(documentsOf(accounts, log.events)).toEqual({})
  })

  test('leaves the pool’s figures, the entries and others as they are', () => {
    const { log } = votes()
    const before = [...log.events]
    log.append(`account-${ada}`, erased)
    for (const projection of poolProjections) {
      const kept = Object.entries(documentsOf(projection, before)).filter(([, { owner }]) => owner !== ada)
      expect(documentsOf(projection, log.events)).toEqual(Object.fromEntries(kept))
      expect(kept.length).toBeGreaterThan(0)
    }
  })
})
