// What we use of the KurrentDB client that it does not document, and what we give it.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import {
  checkClient,
  createClient,
  installedClient,
  TESTED_CLIENTS,
} from '../../src/adapters/eventstore/kurrentdb/connect/clientInternals.js'
import { parseConnectionString } from '../../src/adapters/eventstore/kurrentdb/connect/connectionString.js'
import { silentLog } from '../../src/kernel/log.js'
import { eventually } from '../../testbed/eventually.js'

const ADAPTER = new URL('../../src/adapters/eventstore/kurrentdb/', import.meta.url)
const sources = readdirSync(ADAPTER, { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(new URL(name, ADAPTER), 'utf8')] as const)

function warningsAbout(installed: string | undefined): object[] {
  const warnings: object[] = []
  checkClient({ ...silentLog, warn: (fields) => warnings.push(fields) }, installed)
  return warnings
}

test('the installed client is one that was tested', () => {
  expect(TESTED_CLIENTS).toContain(installedClient())
  expect(warningsAbout(installedClient())).toEqual([])
})

test('another client is warned of, with both versions', () => {
  expect(warningsAbout('1.4.0')).toEqual([{ installed: '1.4.0', tested: TESTED_CLIENTS }])
})

test('only five files use what the client does not document', () => {
  const inside = sources.filter(([, source]) => /kurrentdb-client\/|as unknown as|rustClient/.test(source))
  expect(inside.map(([name]) => name).sort()).toEqual([
    'connect/appendMessages.ts',
    'connect/clientInternals.ts',
    'connect/readCall.ts',
    'connect/readRequests.ts',
    'connect/readResponses.ts',
  ])
})

test('a connection string gets short times until a silent node is left, unless it has its own', () => {
  const settingsOf = (url: string) => parseConnectionString(url).settings
  expect(settingsOf('kurrentdb://a:b@host:2113')).toEqual({
    endpoint: { address: 'host', port: 2113 },
    keepAliveInterval: 4_000,
    keepAliveTimeout: 4_000,
    discoveryInterval: 250,
    maxDiscoverAttempts: 4,
    gossipTimeout: 1,
  })
  expect(settingsOf('kurrentdb://host?tls=false&KeepAliveInterval=20000&gossipTimeout=3')).toMatchObject({
    keepAliveInterval: 20_000,
    gossipTimeout: 3,
  })
})

test('a server may send half a megabyte of a read ahead, and of each connection', async () => {
  const server = createServer()
  const connected = once(server, 'session') as Promise<[ServerHttp2Session]>
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = createClient(parseConnectionString(`kurrentdb://127.0.0.1:${port}?tls=false`))
  const reading = client
    .readAll()
    .next()
    .catch(() => {})
  const [session] = await connected
  await eventually(
    () => [session.remoteSettings.initialWindowSize, session.state.remoteWindowSize],
    ([ofStream, ofSession]) => ofStream === 2 ** 19 && ofSession === 2 ** 19,
  )
  session.destroy()
  await Promise.all([client.dispose(), reading])
  server.close()
})
