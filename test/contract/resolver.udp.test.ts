// The resolver over UDP: the contract, and several servers.
import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import fc from '../../testbed/fastCheck.js'
import { freePort } from '../../testbed/freePort.js'
import { resolverContract } from './resolverContract.js'

resolverContract('UDP', createResolver)

/** A loopback port without a listener. */
const deadServer = async () => ({ address: '127.0.0.1', port: await freePort() })

describe('several servers', () => {
  let good: DnsServer
  let failing: DnsServer
  let silent: DnsServer
  const truth = { outcome: 'found', records: ['192.0.2.1'], ttl: 300 }

  beforeAll(async () => {
    good = await startDnsServer({ 'a.net': { A: ['192.0.2.1'] }, 'slow.net': { A: ['192.0.2.1'], delayMs: 1_200 } })
    failing = await startDnsServer({ 'a.net': { does: 'servfail' }, 'slow.net': { does: 'refused' } })
    silent = await startDnsServer({ 'a.net': { does: 'silent' } })
  })
  afterAll(() => Promise.all([good.close(), failing.close(), silent.close()]))

  test('are queried in turn if one fails', async () => {
    const resolver = createResolver({ servers: [failing, good], timeoutMs: 2_000 })
    expect(await resolver.a('a.net')).toEqual(truth)
    await resolver.close()
  })

  test('are queried in turn if one does not respond, and the next is then preferred', async () => {
    const resolver = createResolver({ servers: [silent, good], timeoutMs: 2_000 })
    expect(await resolver.a('a.net')).toEqual(truth)
    silent.forget()
    for (let i = 0; i < 20; i++) expect(await resolver.a('a.net')).toEqual(truth)
    expect(silent.queries()).toBe(0)
    await resolver.close()
  })

  test('are queried in turn if one is not listening', async () => {
    const resolver = createResolver({ servers: [await deadServer(), good], timeoutMs: 2_000 })
    expect(await resolver.a('a.net')).toEqual(truth)
    await resolver.close()
  })

  test('are still waited for if a slow one remains after others fail', async () => {
    const resolver = createResolver({ servers: [good, failing, failing], timeoutMs: 2_000 })
    expect(await resolver.a('slow.net')).toEqual(truth)
    await resolver.close()
  })

  test('are an error if all fail', async () => {
    const resolver = createResolver({ servers: [failing, failing], timeoutMs: 2_000 })
    expect(await resolver.a('a.net')).toEqual({ outcome: 'error', code: 'SERVFAIL' })
    await resolver.close()
  })

  test('fail immediately if none is listening', async () => {
    const resolver = createResolver({ servers: [await deadServer()], timeoutMs: 20_000 })
    expect(await resolver.mx('a.net')).toEqual({ outcome: 'error', code: 'ECONNREFUSED' })
    await resolver.close()
  })

  test('may have IPv6 addresses', async () => {
    const six = await startDnsServer({ 'a.net': { A: ['192.0.2.1'] } }, '::1')
    const resolver = createResolver({ servers: [six], timeoutMs: 2_000 })
    expect(await resolver.a('a.net')).toEqual(truth)
    await resolver.close()
    await six.close()
  })

  test('must be addresses, at least one', () => {
    expect(() => createResolver({ servers: [], timeoutMs: 1 })).toThrow('DNS_SERVERS')
    expect(() => createResolver({ servers: [{ address: 'dns.net', port: 53 }], timeoutMs: 1 })).toThrow('dns.net')
  })
})

describe('many concurrent lookups', () => {
  let server: DnsServer
  beforeAll(async () => {
    server = await startDnsServer({
      'a.net': { A: ['192.0.2.1'] },
      'silent.net': { does: 'silent' },
      'first.net': { A: ['192.0.2.1'], delayMs: 50 },
    })
  })
  afterAll(() => server.close())

  test('beyond the limit in flight are queued, and queueing does not count towards their timeout', async () => {
    const resolver = createResolver({ servers: [server], timeoutMs: 500, maxInFlight: 1 })
    const waiting = Array.from({ length: 15 }, () => resolver.a('first.net'))
    const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['found']))
    await resolver.close()
  })

  test('that are aborted in the queue are never sent', async () => {
    const resolver = createResolver({ servers: [server], timeoutMs: 1_000, maxInFlight: 1 })
    const controller = new AbortController()
    setMaxListeners(0, controller.signal)
    const first = resolver.a('first.net')
    const left = Array.from({ length: 5_000 }, (_, i) => resolver.a(`left${i}.net`, controller.signal))
    const last = resolver.a('a.net')
    server.forget()
    controller.abort(new Error('gone'))
    const results = await Promise.allSettled(left)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect([(await first).outcome, (await last).outcome]).toEqual(['found', 'found'])
    expect(server.received.filter(({ name }) => name.startsWith('left'))).toEqual([])
    await resolver.close()
  })

  test('that are aborted in flight free their permits', async () => {
    const resolver = createResolver({ servers: [server], timeoutMs: 600_000, maxInFlight: 1 })
    const controller = new AbortController()
    const silent = resolver.a('silent.net', controller.signal)
    const next = resolver.a('a.net')
    controller.abort(new Error('gone'))
    await expect(silent).rejects.toThrow('gone')
    expect(await next).toMatchObject({ outcome: 'found' })
    await resolver.close()
  })
})

describe('a hostile response', () => {
  test('with a matching id and question ends the lookup, whatever follows', async () => {
    let noise: { counts: Uint8Array; records: Uint8Array } = { counts: new Uint8Array(), records: new Uint8Array() }
    const bytes = (query: Buffer, truth: Buffer) =>
      Buffer.concat([truth.subarray(0, 6), noise.counts, truth.subarray(12, query.length - 11), noise.records])
    const server = await startDnsServer({ 'noise.net': { does: { bytes } } })
    const resolver = createResolver({ servers: [server], timeoutMs: 2_000 })
    const counts = fc.oneof(fc.constant(Uint8Array.of(0, 1, 0, 0, 0, 0)), fc.uint8Array({ minLength: 6, maxLength: 6 }))
    await fc.assert(
      fc.asyncProperty(counts, fc.uint8Array({ maxLength: 600 }), async (counts, records) => {
        noise = { counts, records }
        const { outcome } = await resolver.mx('noise.net')
        expect(['found', 'no_data', 'no_name', 'error']).toContain(outcome)
      }),
      { numRuns: 300 },
    )
    await resolver.close()
    await server.close()
  })
})
