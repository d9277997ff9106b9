import { expect, test } from '@jest/globals'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { ledgerContract } from './ledgerContract.js'

ledgerContract('memory', async () => ({ ledger: createMemoryLedger(), dispose: async () => {} }))

test('a month that did not change for an hour is evicted, and primed again', async () => {
  const clock = { time: 0, now: () => clock.time }
  const ledger = createMemoryLedger({ clock })
  const queried: string[] = []
  const take = (account: string) =>
    ledger.take(account, '2026-11', 1, 100, async () => {
      queried.push(account)
      return 10
    })
  await take('idle')
  await take('busy')
  for (let minute = 2; minute <= 70; minute += 2) {
    clock.time = minute * 60_000
    await take('busy')
  }
  expect(await take('idle')).toEqual({ taken: true, used: 11 })
  expect(await take('busy')).toEqual({ taken: true, used: 47 })
  expect(queried).toEqual(['idle', 'busy', 'idle'])
})
