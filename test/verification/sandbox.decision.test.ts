// Verdicts of sandbox keys, by local part; and on which plans a request to share signals is followed.
import { describe, expect, test } from '@jest/globals'
import type { Caller } from '../../src/features/accounts/index.js'
import { createAskMailbox } from '../../src/features/verification/askMailbox.js'
import type { MailboxCheck } from '../../src/features/verification/askServer.js'
import { judgeV1 } from '../../src/features/verification/engine/policy/v1.js'
import { judgeV2 } from '../../src/features/verification/engine/policy/v2.js'
import { createJudge } from '../../src/features/verification/judge.js'
import { sandboxOutcome } from '../../src/features/verification/sandbox.js'
import { sharingOf } from '../../src/features/verification/sharing.js'
import { RateLimited } from '../../src/kernel/failure.js'
import fc from '../../testbed/fastCheck.js'
import { ada, keyId } from '../../testbed/given/accountEvents.js'
import { address } from './engine/support/addresses.js'

const NOW = Date.UTC(2026, 10, 21, 9)
const clock = { now: () => NOW }
const caller: Caller = { account: ada, key: 'k', sandbox: true, plan: 'growth', perMinute: 600, perMonth: 50_000 }

describe('a sandbox key is answered by the local part', () => {
  const verdictOf = async (email: string) => {
    const { facts } = await sandboxOutcome(email, caller, clock)
    const v1 = judgeV1(facts)
    const v2 = judgeV2(facts, NOW)
    return { v1, v2, first: v2.reasons[0]!.code }
  }

  test.each([
    ['valid', 'valid', undefined, 'allow', 'deliverable'],
    ['invalid', 'invalid', 'mx', 'deny', 'mx_absent'],
    ['syntax', 'invalid', 'syntax', 'deny', 'syntax_invalid'],
    ['no-mx', 'invalid', 'dns', 'deny', 'no_records'],
    ['null-mx', 'invalid', 'null_mx', 'deny', 'null_mx'],
    ['nxdomain', 'invalid', 'dns', 'deny', 'no_records'],
    ['disposable', 'valid', undefined, 'deny', 'disposable'],
    ['role', 'valid', undefined, 'review', 'role_account'],
    ['free', 'valid', undefined, 'allow', 'deliverable'],
    ['typo', 'valid', undefined, 'review', 'probable_typo'],
    ['parked-domain', 'valid', undefined, 'review', 'parked_domain'],
    ['blackhole-mx', 'valid', undefined, 'deny', 'blackhole_mx'],
    ['confusable', 'valid', undefined, 'review', 'confusable'],
    ['timeout', 'unknown', undefined, 'review', 'dns_timeout'],
    ['known-fallback', 'valid', undefined, 'review', 'dns_timeout'],
    ['slow', 'valid', undefined, 'allow', 'deliverable'],
    ['ada', 'valid', undefined, 'allow', 'deliverable'],
    ['constructor', 'valid', undefined, 'allow', 'deliverable'],
    ['__proto__', 'valid', undefined, 'allow', 'deliverable'],
    ['VALID', 'valid', undefined, 'allow', 'deliverable'],
    ['Null-MX', 'invalid', 'null_mx', 'deny', 'null_mx'],
  ])('%s@', async (local, status, reason, decision, first) => {
    const answer = await verdictOf(`${local}@example.com`)
    expect({ status: answer.v1.status, reason: answer.v1.reason }).toEqual({ status, reason })
    expect({ decision: answer.v2.decision, first: answer.first }).toEqual({ decision, first })
  })

  test('disposable, role and free are separate facts', async () => {
    const checks = { syntax: true, dns: true, mx: true, disposable: false, role: false, free: false }
    expect((await verdictOf('disposable@x.org')).v1.checks).toEqual({ ...checks, disposable: true })
    expect((await verdictOf('role@x.org')).v1.checks).toEqual({ ...checks, role: true })
    expect((await verdictOf('free@x.org')).v1.checks).toEqual({ ...checks, free: true })
  })

  test('a typo comes with the whole corrected address, which is never the given one', async () => {
    expect((await verdictOf('typo@exmaple.com')).v1.didYouMean).toBe('typo@example.com')
    expect((await verdictOf('typo@example.com')).v1.didYouMean).toBe('typo@example.org')
  })

  test.each([
    ['valid', 'exists'],
    ['no-such-mailbox', 'no_such_mailbox'],
    ['no-mx', 'not_checked'],
  ])('in a batch that asks mail servers, as in a single call: %s is %s', async (local, result) => {
    const unused = () => {
      throw new Error('not for sandbox keys')
    }
    const judge = createJudge({
      gatherFacts: unused,
      resultOf: unused,
      lookUps: unused,
      clock,
    } as unknown as Parameters<typeof createJudge>[0])
    const ask = createAskMailbox(judge, { mailboxCheck: unused as unknown as MailboxCheck, clock })
    const options = { account: ada, sandbox: true, waitMs: 0, signal: new AbortController().signal }
    expect(await ask(`${local}@example.com`, options)).toMatchObject({ result })
  })

  test('a tag after + changes nothing but the pattern that it is', async () => {
    const { v1, v2 } = await verdictOf('null-mx+run42@example.com')
    expect(v1).toMatchObject({ status: 'invalid', reason: 'null_mx' })
    expect(v2.signals.patterns).toEqual(['plus_addressing'])
  })

  test('an address literal is one here too', async () => {
    expect((await verdictOf('valid@[93.184.215.14]')).v2).toMatchObject({ decision: 'review' })
    expect((await verdictOf('valid@[10.0.0.1]')).v1).toMatchObject({ status: 'invalid', reason: 'mx' })
  })

  test('the two fallbacks differ', async () => {
    expect((await verdictOf('timeout@x.org')).v1).toMatchObject({ isDnsFallback: true, isKnownValidFallback: false })
    expect((await verdictOf('known-fallback@x.org')).v1).toMatchObject({
      isDnsFallback: false,
      isKnownValidFallback: true,
    })
  })

  test('error@ fails as a store would', () =>
    expect(sandboxOutcome('error@x.org', caller, clock)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' }))

  test('rate-limited@ gets a Retry-After', async () => {
    const failure = await sandboxOutcome('rate-limited@x.org', caller, clock).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RateLimited)
    expect((failure as RateLimited).reached).toEqual({
      scope: 'minute',
      limit: 600,
      retryAfter: 60,
      simulated: true,
      reset: NOW / 1_000 + 60,
    })
  })

  test.each(['valid', 'valid@', '@', '', 'role@', 'typo@ ', 'disposable@-', 'free@@x.org'])(
    '%p is not an address here either, and no other facts are reported',
    async (email) => {
      const { v1 } = await verdictOf(email)
      expect(v1).toMatchObject({ valid: false, status: 'invalid', reason: 'syntax' })
      expect(v1.checks).toEqual({ syntax: false, dns: false, mx: false, disposable: false, role: false, free: false })
      expect(v1.didYouMean).toBeUndefined()
    },
  )

  test('any text gets an answer', () =>
    fc.assert(
      fc.asyncProperty(address, async (email) => {
        const { v1 } = await verdictOf(email)
        expect(v1.checks.syntax || v1.reason === 'syntax').toBe(true)
      }),
    ))
})

describe('a request to share signals', () => {
  const caller = (plan: Caller['plan']): Caller => ({
    account: ada,
    key: keyId('first'),
    sandbox: false,
    plan,
    perMinute: 60,
    perMonth: 1_000,
  })

  test('is followed on paid plans', () => {
    expect(sharingOf(caller('starter'), true)).toBe('on')
    expect(sharingOf(caller('growth'), true)).toBe('on')
    expect(sharingOf(caller('enterprise'), true)).toBe('on')
  })

  test('on the free plan is ignored, with a notice', () => expect(sharingOf(caller('free'), true)).toBe('ignored-plan'))

  test('is off unless the caller makes it, on every plan', () => {
    expect(sharingOf(caller('free'), false)).toBe('off')
    expect(sharingOf(caller('enterprise'), false)).toBe('off')
  })
})
