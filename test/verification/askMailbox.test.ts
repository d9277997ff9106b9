// Asks the mail server of an address of a batch.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createAskMailbox } from '../../src/features/verification/askMailbox.js'
import { notAsked } from '../../src/features/verification/engine/mailboxFacts.js'
import type { Judge } from '../../src/features/verification/judge.js'
import { sandboxOutcome } from '../../src/features/verification/sandbox.js'
import { ada } from '../../testbed/given/accountEvents.js'

const caller = { account: ada, key: 'k', sandbox: true, plan: 'growth', perMinute: 600, perMonth: 50_000 } as const
const clock = { now: () => Date.UTC(2026, 10, 21, 9) }

test('the time to wait for an answer is also that of DNS', async () => {
  const { facts } = await sandboxOutcome('valid@example.com', caller, clock)
  const judge = (async () => {
    await sleep(50)
    return { facts }
  }) as unknown as Judge
  let left: number | undefined
  const ask = createAskMailbox(judge, {
    mailboxCheck: {
      require() {},
      askServer: (_, remainingMs) => async () => {
        left = remainingMs()
        return notAsked(facts, clock.now())
      },
    },
    clock,
  })
  await ask('valid@example.com', { account: ada, sandbox: false, waitMs: 1_000, signal: new AbortController().signal })
  expect(left).toBeLessThanOrEqual(955)
})
