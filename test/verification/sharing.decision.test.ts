// What a pool can answer for; and a shared verification is answered whatever becomes of its contribution.
import { describe, expect, test } from '@jest/globals'
import { createMailboxCheck } from '../../src/features/verification/askServer.js'
import { judgeV1 } from '../../src/features/verification/engine/policy/v1.js'
import type { MailRoute } from '../../src/features/verification/engine/route.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import { createVerifyOne, type VerifyDependencies } from '../../src/features/verification/internal/verifyOne.js'
import { createLookUps } from '../../src/features/verification/lookUps.js'
import { createResultOf } from '../../src/features/verification/sharing.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { decidedProblems } from '../../testbed/contract/eventSchemas.js'
import { callerOf } from '../../testbed/features/poolFlow.js'
import { factsOf, gathering, timeout } from '../../testbed/given/facts.js'

const email = 'ada@example.net'
const never = new Promise<never>(() => {})

/** A verification whose result is shared, with only the pool as given. */
async function verified(contribute: VerifyDependencies['pool']['contribute']) {
  const appended: DomainEvent[] = []
  const verifyOne = createVerifyOne({
    eventing: {
      append: async (_, events) => {
        appended.push(...events)
        return { revision: 0n, position: START }
      },
    },
    gatherFacts: gathering((email) => factsOf(email)),
    resultOf: createResultOf({ pool: { addressOf: () => 'A'.repeat(22) } }),
    pool: { contribute },
    quota: { take: async () => 1, settle: async () => {} },
    uncharged: { requireAllowance: () => {}, note: () => {} },
    lookUps: createLookUps(),
    rulesOf: () => undefined,
    mailboxCheck: createMailboxCheck({ clock: systemClock }),
    sealNotification: () => undefined,
    keptAddresses: { seal: () => undefined },
    hashAddress: () => 2_748_273_648_273,
    clock: { now: () => Date.UTC(2026, 10, 21, 9) },
    deadlineMs: 5_000,
  })
  const command = newId()
  const actor = { id: callerOf().account, correlationId: command, commandId: command }
  const done = await verifyOne(
    callerOf(),
    email,
    { actor },
    {
      buildAnswer: ({ verdict }) => ({ api: 'v1', result: { email, ...verdict } }),
      atDeadline: () => {
        throw new Error('nothing was to be waited for')
      },
      share: true,
    },
  )
  expect(appended).toHaveLength(1)
  const [event] = appended as [AddressVerified]
  expect(decidedProblems(event)).toEqual([])
  return { ...done, event }
}

describe('what a pool can answer for', () => {
  const resultOf = createResultOf({ pool: { addressOf: () => 'A'.repeat(22) } })
  const shared = (route: MailRoute) => {
    const facts = factsOf(email, { route })
    return resultOf({ pool: 'public', share: true }, { facts, verdict: judgeV1(facts) })?.route
  }

  test.each<[string, MailRoute, string | undefined]>([
    ['mail exchanges', { kind: 'explicit', exchanges: ['mx.example.net'] }, 'explicit'],
    ['an exchange that discards mail', { kind: 'explicit', exchanges: ['mx.example.net'], blackHole: true }, undefined],
    ['an address record', { kind: 'implicit' }, 'implicit'],
    ['the address of a parking host', { kind: 'implicit', parked: true }, undefined],
    ['a DNS failure', timeout, undefined],
  ])('a domain with %s', (_, route, expected) => expect(shared(route)).toBe(expected))
})

describe('a single verification that is contributed', () => {
  test('returns its credits', async () => {
    const contributed = { credits: 2, unique: true }
    expect((await verified(async () => contributed)).contributed).toEqual(contributed)
  })

  test.each([
    ['fails', () => Promise.reject(new StoreUnavailable('the disk is full'))],
    ['was not due', async () => undefined],
    ['takes longer than anybody waits', () => never],
  ])('is answered even if the contribution %s, which is left to the reactor', async (_, contribute) => {
    const { answer, contributed, event } = await verified(contribute)
    expect(answer).toMatchObject({ api: 'v1', result: { email, status: 'valid' } })
    expect(contributed).toBeUndefined()
    expect(event.data.share).toMatchObject({ pool: 'public', result: { valid: true, route: 'explicit' } })
  })
})
