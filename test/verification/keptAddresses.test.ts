// Masked addresses are sealed for as long as the account keeps them, and not longer.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { type AddressKeeping, ownerOfAddresses } from '../../src/features/accounts/index.js'
import { createKeptAddresses, type KeptAddresses } from '../../src/features/verification/keptAddresses.js'
import { iso } from '../../src/kernel/clock.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { DAY_MS } from '../../src/kernel/time.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const MADE = Date.UTC(2026, 10, 21)
const LOCALS = ['jane', 'o', 'bo', 'ada.lovelace', '😀x😀y', '"a b"', undefined]
const MASKS = ['j***e', '***', '***', 'a***e', '😀***y', '"***"', '']

const directory = tempDirectory()
let vault: Vault
let now = MADE
let kept: KeptAddresses
beforeAll(() => {
  vault = createLmdbVault({ path: join(directory.path, 'vault'), rootKey: Buffer.alloc(32, 7) })
  kept = createKeptAddresses({ vault, clock: { now: () => now } })
})
afterAll(async () => {
  await vault.close()
  directory.remove()
})

/** What an account with `then` kept at `MADE`, as it is opened `after` days by one with `today`. */
async function opened(then: AddressKeeping, after: number, today: AddressKeeping | null = then) {
  now = MADE
  const sealed = await kept.seal({ addressKeeping: then }, LOCALS)
  now = MADE + after * DAY_MS
  return kept.open(today ? { addressKeeping: today } : {}, { recordedAt: iso(MADE), sealed })
}

const month: AddressKeeping = { keeping: 'first', days: 30 }

test('nothing is sealed, or opened, unless the account keeps addresses', async () => {
  expect(kept.seal({}, LOCALS)).toBeUndefined()
  expect(await kept.open({ addressKeeping: month }, { recordedAt: iso(MADE), sealed: undefined })).toBeUndefined()
})

test('no more than the first and last character of a local part is kept, and nothing of what is no address', async () => {
  expect(await opened(month, 0)).toEqual(MASKS)
})

describe('they are opened', () => {
  test.each<[string, number, AddressKeeping | null, boolean]>([
    ['until their last day', 29.99, month, true],
    ['not after it', 30, month, false],
    ['not after a shorter time that was chosen since', 7, { ...month, days: 7 }, false],
    [
      'not for longer than they were sealed for, where a longer time was chosen since',
      90,
      { ...month, days: 365 },
      false,
    ],
    ['not once they are no longer kept', 1, null, false],
    ['not by what began later', 1, { ...month, keeping: 'second' }, false],
  ])('%s', async (_, after, today, isOpened) => {
    expect(await opened(month, after, today)).toEqual(isOpened ? MASKS : undefined)
  })
})

test('once their month is over, its key is destroyed: no clock brings them back', async () => {
  const longer = { ...month, days: 365 }
  now = MADE
  const sealed = await kept.seal({ addressKeeping: month }, LOCALS)
  const open = () => kept.open({ addressKeeping: longer }, { recordedAt: iso(MADE), sealed })
  now = Date.UTC(2026, 11, 31, 23, 59)
  await kept.sweepAddresses()
  expect(await open()).toEqual(MASKS)
  now = Date.UTC(2027, 0, 1)
  await kept.sweepAddresses()
  now = MADE
  expect(await open()).toBeUndefined()
})

test('the key of the account ends them too', async () => {
  now = MADE
  const sealed = await kept.seal({ addressKeeping: month }, LOCALS)
  await vault.destroy(ownerOfAddresses(month))
  expect(await kept.open({ addressKeeping: month }, { recordedAt: iso(MADE), sealed })).toBeUndefined()
})
