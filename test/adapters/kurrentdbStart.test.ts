// Which KurrentDB servers, users and settings are refused at the start, and how.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, jest, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import type { Log } from '../../src/kernel/log.js'
import { selfSigned } from '../../testbed/certificate.js'
import { eventually } from '../../testbed/eventually.js'
import { type StandInOptions, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function standIn(options?: StandInOptions) {
  const server = await startStandIn(options)
  closing.push(server.close)
  return server
}

async function openAt(url: string, timeoutMs = 10_000, said: string[] = []) {
  const log: Log = {
    info: (_, message) => void said.push(message),
    warn: (_, message) => void said.push(message),
    error: (_, message) => void said.push(message),
  }
  const opened = await openKurrentdbEventStore({ url, log, timeoutMs }).then(
    (store) => {
      closing.push(store.close)
      return { store }
    },
    (error: Error) => ({ error }),
  )
  return { ...opened, said }
}

async function refusalOf(url: string, timeoutMs?: number): Promise<string> {
  const { error } = (await openAt(url, timeoutMs)) as { error?: Error }
  expect(error?.name).toBe('StoreUrlError')
  expect(error?.message).toMatch(/^KURRENTDB_URL: .+$/)
  expect(error?.message).not.toMatch(/secret/)
  return error!.message
}

test('an invalid connection string is rejected immediately, in a line without the password', async () => {
  const printed = jest.spyOn(console, 'warn').mockImplementation(() => {})
  closing.push(() => printed.mockRestore())
  for (const url of [
    'http://admin:secret@localhost:2113',
    'localhost:2113',
    '',
    'kurrentdb://',
    'kurrentdb://admin:secret@',
    'kurrentdb://admin:secret@localhost:2113?tlss=false',
    'kurrentdb://admin:secret@localhost:2113?tls',
    'kurrentdb://admin:secret@localhost:port',
    'kurrentdb://admin:secret@localhost:2113?tls=maybe',
    'kurrentdb://admin:secret@localhost:2113?nodePreference=best',
  ]) {
    await refusalOf(url)
  }
  expect(printed).not.toHaveBeenCalled()
})

test('a server of an older version is refused immediately, with both versions', async () => {
  const server = await standIn({ version: '23.10.1.0' })
  expect(await refusalOf(server.url())).toMatch(/23\.10\.1\.0.*24\.10/)
})

test('wrong credentials are refused immediately; the right ones are accepted', async () => {
  const secured = { ...selfSigned('localhost'), users: new Map([['admin', 'right']]) }
  const server = await standIn({ secured })
  const url = (password: string) => `kurrentdb://admin:${password}@${server.address()}?tls=true&tlsVerifyCert=false`
  expect(await refusalOf(url('secret'))).toContain('rejects the user or the password')
  const { store } = (await openAt(url('right'))) as { store?: { ready(): Promise<void> } }
  await expect(store!.ready()).resolves.toBeUndefined()
})

test.each<[string, StandInOptions]>([
  ['append, who may read', { failing: 'AccessDenied' }],
  ['append to our streams, who may write to others', { mayWrite: (stream) => stream.startsWith('order') }],
  ['read, who may append', { unreadable: true }],
  ['read, which is said after an append failed otherwise', { unreadable: true, failing: 'Timeout' }],
])('a user without the right to %s is refused immediately', async (_right, options) => {
  const server = await standIn(options)
  // Reads are answered after appends.
  server.searchFor(200)
  const { error, said } = (await openAt(server.url())) as { error?: Error; said: string[] }
  expect(error?.name).toBe('StoreUrlError')
  expect(error?.message).toBe(
    `KURRENTDB_URL: ${server.address()} does not let this user read and write the log: check its privileges`,
  )
  expect(said).toEqual([])
})

test('an append that fails for another reason is not a refusal', async () => {
  const server = await standIn({ failing: 'Timeout' })
  const { error, said } = (await openAt(server.url(), 0)) as { error?: Error; said: string[] }
  expect(error?.message).toMatch(/ did not respond within \d+ s \(.*deadline-exceeded.*\)\. Start it/)
  expect(said).toEqual([])
})

test('an address without a server is retried, which is logged, and then refused', async () => {
  const server = await standIn()
  await server.stop()
  const { error, said } = (await openAt(server.url(), 1_500)) as { error?: Error; said: string[] }
  expect(error?.message).toMatch(/^KURRENTDB_URL: 127\.0\.0\.1:\d+ did not respond within \d+ s \(.*\)\. Start it/)
  expect(said).toContain('KurrentDB does not respond yet; waiting')
})

test('another kind of server is refused', async () => {
  const other = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  closing.push(() => other.close())
  await refusalOf(`kurrentdb://127.0.0.1:${(other.address() as AddressInfo).port}?tls=false`, 1_000)
})

test('a server that starts late is waited for', async () => {
  const server = await standIn()
  await server.stop()
  const said: string[] = []
  const opening = openAt(server.url(), 60_000, said)
  await eventually(
    () => said.length,
    (count) => count > 0,
  )
  await server.restart()
  const { store } = (await opening) as { store?: unknown }
  expect(store).toBeDefined()
  expect(said).toEqual(['KurrentDB does not respond yet; waiting', 'KurrentDB responds'])
})
