// What the rest of the system requires of a DNS resolver.
import assert from 'node:assert'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'

/** Timeout of a lookup in milliseconds: short for names that never answer, long if the response must arrive. */
const SHORT = 250
const LONG = 1_500

const ZONE = {
  'two.net': {
    MX: [
      [10, 'MX1.Two.net'],
      [20, 'mx2.two.net'],
    ],
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:0db8:0:0:0:0:0:1', '::ffff:1.2.3.4'],
    ttl: 120,
  },
  'null.net': { MX: [[0, '.']] },
  'many.net': {
    MX: Array.from({ length: 100 }, (_, at) => [100 - at, `mx${at}.many.net`] as const),
    A: Array.from({ length: 60 }, (_, at) => `192.0.2.${at}`),
  },
  'empty.net': { SOA: { ttl: 500, minimum: 90 } },
  'empty-short.net': { SOA: { ttl: 40, minimum: 90 } },
  'empty-no-soa.net': { SOA: 'none' },
  'gone.net': { missing: true, SOA: { ttl: 500, minimum: 70 } },
  'odd-ttl.net': { A: ['192.0.2.1'], ttl: 0xffff_ffff },
  'servfail.net': { does: 'servfail' },
  'refused.net': { does: 'refused' },
  'notimp.net': { does: 'notimp' },
  'referral.net': { does: 'referral' },
  'silent.net': { does: 'silent' },
  'late.net': { A: ['192.0.2.1'], delayMs: SHORT * 2 },
  'slow.net': { A: ['192.0.2.1'], delayMs: LONG * 0.6 },
  'truncated.net': { A: ['192.0.2.1'], does: 'truncated' },
  'in-pieces.net': { A: ['192.0.2.1'], does: 'truncated', tcp: 'in_pieces' },
  'hangs-up.net': { A: ['192.0.2.1'], does: 'truncated', tcp: 'hangs_up' },
  'always-truncated.net': { A: ['192.0.2.1'], does: 'always_truncated' },
  'wrong-id.net': { A: ['192.0.2.1'], does: 'wrong_id' },
  'wrong-question.net': { A: ['192.0.2.1'], does: 'wrong_question' },
  'wrong-source.net': { A: ['192.0.2.1'], does: 'wrong_source' },
  'noise-first.net': { A: ['192.0.2.1'], does: 'noise_first' },
  'wrong-case.net': { A: ['192.0.2.1'], does: 'wrong_case' },
  'guessed.net': { A: ['192.0.2.1'], does: { guesses: 200 } },
  'no-question.net': { A: ['192.0.2.1'], does: 'servfail_without_question' },
  'no-question-formerr.net': { A: ['192.0.2.1'], does: 'formerr_without_question' },
  'cut-short.net': { A: ['192.0.2.1'], does: 'cut_short' },
  'old-server.net': { A: ['192.0.2.1'], does: 'formerr_on_edns' },
  'lost-once.net': { A: ['192.0.2.1'], does: { silentTimes: 1 } },
  'fails-once.net': { A: ['192.0.2.1'], does: { servfailTimes: 1 } },
  'alias.net': { CNAME: 'alias2.net', ttl: 200 },
  'alias2.net': { CNAME: 'two.net', ttl: 100 },
  'alias-empty.net': { CNAME: 'empty.net' },
  'alias-gone.net': { CNAME: 'gone.net' },
  'open.net': { openCNAME: 'open2.net', ttl: 50 },
  'open2.net': { openCNAME: 'two.net' },
  'circle.net': { CNAME: 'circle2.net' },
  'circle2.net': { CNAME: 'circle.net' },
  'open-circle.net': { openCNAME: 'open-circle2.net' },
  'open-circle2.net': { openCNAME: 'open-circle.net' },
} as const

/** What the rest of the system requires of a resolver, against a DNS server on loopback. */
export function resolverContract(
  name: string,
  make: (options: { servers: readonly { address: string; port: number }[]; timeoutMs: number }) => Resolver,
): void {
  describe(`the contract of Resolver: ${name}`, () => {
    let server: DnsServer
    let long: Resolver
    let short: Resolver

    beforeAll(async () => {
      server = await startDnsServer(ZONE)
      long = make({ servers: [server], timeoutMs: LONG })
      short = make({ servers: [server], timeoutMs: SHORT })
    })
    afterAll(async () => {
      await Promise.all([long.close(), short.close()])
      await server.close()
    })

    const found = (...records: unknown[]) => expect.objectContaining({ outcome: 'found', records })
    const truth = found('192.0.2.1')

    describe('records', () => {
      test('MX records have exchange and preference, in lower case without a final dot, with the TTL', async () =>
        expect(await long.mx('two.net')).toEqual({
          outcome: 'found',
          records: [
            { exchange: 'mx1.two.net', preference: 10 },
            { exchange: 'mx2.two.net', preference: 20 },
          ],
          ttl: 120,
        }))
      test('A records are dotted', async () => expect(await long.a('two.net')).toEqual(found('192.0.2.1', '192.0.2.2')))
      test('AAAA records are in RFC 5952 form', async () =>
        expect(await long.aaaa('two.net')).toEqual(found('2001:db8::1', '::ffff:102:304')))
      test('the root as exchange is an empty string', async () =>
        expect(await long.mx('null.net')).toEqual(found({ exchange: '', preference: 0 })))
      test('of MX are limited to the 32 most preferred', async () => {
        const answer = await long.mx('many.net')
        assert(answer.outcome === 'found')
        expect(answer.records.map(({ preference }) => preference)).toEqual(
          Array.from({ length: 32 }, (_, at) => at + 1),
        )
      })
      test('of A are limited to 32', async () => {
        const answer = await long.a('many.net')
        assert(answer.outcome === 'found')
        expect(answer.records).toHaveLength(32)
      })
      test('are found whatever the case of the name', async () =>
        expect(await long.a('TWO.Net')).toEqual(found('192.0.2.1', '192.0.2.2')))
      test('with an invalid TTL have a TTL of zero (RFC 2181 section 8)', async () =>
        expect(await long.a('odd-ttl.net')).toMatchObject({ outcome: 'found', ttl: 0 }))
    })

    describe('negative answers', () => {
      test("a name without records of the type is no_data, for the SOA's minimum", async () =>
        expect(await long.mx('empty.net')).toEqual({ outcome: 'no_data', ttl: 90 }))
      test("or for the SOA's own TTL if that is lower", async () =>
        expect(await long.mx('empty-short.net')).toEqual({ outcome: 'no_data', ttl: 40 }))
      test('are not cached without an SOA', async () =>
        expect(await long.mx('empty-no-soa.net')).toEqual({ outcome: 'no_data', ttl: 0 }))
      test('a name that does not exist is no_name', async () =>
        expect(await long.mx('gone.net')).toEqual({ outcome: 'no_name', ttl: 70 }))
      test.each([
        '',
        '.',
        'a..b',
        `${'a'.repeat(64)}.net`,
        `${'a.'.repeat(126)}ab`,
        'a b.net',
        'bücher.net',
        'a\0.net',
      ])('a text that is not a host name is no_name without a query: %j', async (text) => {
        server.forget()
        expect(await long.mx(text)).toMatchObject({ outcome: 'no_name' })
        expect(server.queries()).toBe(0)
      })
    })

    describe('aliases', () => {
      test('are followed, with the smallest TTL on the way', async () =>
        expect(await long.a('alias.net')).toEqual({ outcome: 'found', records: ['192.0.2.1', '192.0.2.2'], ttl: 100 }))
      test('to a name without such records are no_data', async () =>
        expect(await long.a('alias-empty.net')).toEqual({ outcome: 'no_data', ttl: 90 }))
      test('to a name that does not exist are no_name', async () =>
        expect(await long.a('alias-gone.net')).toEqual({ outcome: 'no_name', ttl: 70 }))
      test('that the server did not resolve are queried', async () =>
        expect(await long.mx('open.net')).toMatchObject({ outcome: 'found', ttl: 50 }))
      test('in a loop are an error', async () =>
        expect(await long.a('circle.net')).toEqual({ outcome: 'error', code: 'CNAME_LOOP' }))
      test('in a loop over several responses are an error', async () =>
        expect(await long.a('open-circle.net')).toEqual({ outcome: 'error', code: 'CNAME_CHAIN' }))
    })

    describe('a server that cannot answer', () => {
      test.each([
        ['servfail.net', 'SERVFAIL'],
        ['refused.net', 'REFUSED'],
        ['notimp.net', 'NOTIMP'],
        ['referral.net', 'REFERRAL'],
        ['cut-short.net', 'MALFORMED'],
        ['hangs-up.net', 'ECONNRESET'],
        ['always-truncated.net', 'TRUNCATED'],
      ])('%s is the error %s', async (host, code) => expect(await long.a(host)).toEqual({ outcome: 'error', code }))
      test('with a failure is queried once more', async () => expect(await long.a('fails-once.net')).toEqual(truth))
      test('without EDNS is queried without it', async () => expect(await long.a('old-server.net')).toEqual(truth))
      test('is a timeout if it does not respond', async () =>
        expect(await short.a('silent.net')).toEqual({ outcome: 'timeout' }))
      test('is a timeout if it responds too late, and later queries are unaffected', async () => {
        expect(await short.a('late.net')).toEqual({ outcome: 'timeout' })
        expect(await short.a('two.net')).toMatchObject({ outcome: 'found' })
      })
      test('is queried again if a query is lost', async () => expect(await long.a('lost-once.net')).toEqual(truth))
      test('does not prevent a slow name from being found after many fast ones', async () => {
        for (let i = 0; i < 50; i++) await long.a(`fast${i}.net`)
        expect(await long.a('slow.net')).toEqual(truth)
      })
    })

    describe('a truncated response', () => {
      test('is fetched over TCP', async () => {
        expect(await long.a('truncated.net')).toEqual(truth)
        expect(server.received.filter((each) => each.name === 'truncated.net').map((each) => each.over)).toEqual([
          'udp',
          'tcp',
        ])
      })
      test('may arrive in pieces over TCP', async () => expect(await long.a('in-pieces.net')).toEqual(truth))
    })

    describe('a forged response', () => {
      test.each([
        'wrong-id.net',
        'wrong-question.net',
        'wrong-source.net',
        'noise-first.net',
        'wrong-case.net',
        'guessed.net',
      ])('is ignored in favour of the real one: %s', async (host) => expect(await long.a(host)).toEqual(truth))
      test.each(['no-question.net', 'no-question-formerr.net'])(
        'may be an error without a question, so the query is repeated over TCP: %s',
        async (host) => expect(await long.a(host)).toEqual(truth),
      )
    })

    describe('a caller that aborts', () => {
      test('gets the reason of its signal', async () => {
        const controller = new AbortController()
        const waiting = long.a('leaving.net', controller.signal)
        controller.abort(new Error('gone'))
        await expect(waiting).rejects.toThrow('gone')
      })
      test('before querying sends no query', async () => {
        server.forget()
        await expect(long.a('never.net', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
        expect(server.queries('never.net')).toBe(0)
      })
      test('does not stop another caller of the same name', async () => {
        const controller = new AbortController()
        const leaver = long.a('shared.net', controller.signal)
        const stayer = long.a('shared.net')
        controller.abort(new Error('gone'))
        await expect(leaver).rejects.toThrow('gone')
        expect(await stayer).toMatchObject({ outcome: 'no_name' })
      })
    })

    test('after close, every lookup is an error', async () => {
      const resolver = make({ servers: [server], timeoutMs: LONG })
      const waiting = resolver.a('silent.net')
      await resolver.close()
      expect(await waiting).toEqual({ outcome: 'error', code: 'CLOSED' })
      expect(await resolver.mx('two.net')).toEqual({ outcome: 'error', code: 'CLOSED' })
    })
  })
}
