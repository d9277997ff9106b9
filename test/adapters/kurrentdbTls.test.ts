// Users, passwords and TLS of a KurrentDB: what works, and what an operator reads when something does not fit.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { START } from '../../src/kernel/position.js'
import { type Certificate, expired, selfSigned } from '../../testbed/certificate.js'
import fc from '../../testbed/fastCheck.js'
import { collect, follow, newEvents, numbersOf } from '../../testbed/given/events.js'
import { startStandInCluster } from '../../testbed/stores/kurrentdb/cluster.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const directory = tempDirectory()
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  directory.remove()
})

const trusted = selfSigned('localhost', '127.0.0.1')
const users = new Map<string, string>()

function file(name: string, content: string): string {
  const path = join(directory.path, name)
  writeFileSync(path, content)
  return path
}
const authority = file('authority.pem', trusted.cert)

async function serve(certificate?: Certificate): Promise<StandIn> {
  const server = await startStandIn(certificate && { secured: { ...certificate, users } })
  closing.push(server.close)
  return server
}

/** Uses every kind of call. */
async function works(url: string): Promise<void> {
  const store = await openKurrentdbEventStore({ url, log: silentLog, timeoutMs: 10_000 })
  try {
    const stream = `a-${crypto.randomUUID()}`
    const { position } = await store.append(stream, newEvents(1), { expected: 'no_stream' })
    await store.append(stream, newEvents(1, 1), { expected: 'any' })
    expect(numbersOf(await collect(store.readStream(stream)))).toEqual([0, 1])
    expect(numbersOf(await collect(store.readStream(stream, { backwards: true })))).toEqual([1, 0])
    expect((await store.head()) > position).toBe(true)
    await follow(store.subscribe({ after: START, signal: new AbortController().signal }), 2)
    await store.ready()
  } finally {
    await store.close()
  }
}

/** One that `openKurrentdbEventStore` gives up; it waits for servers that may come. */
async function refusal(url: string): Promise<string> {
  const outcome = await openKurrentdbEventStore({ url, log: silentLog, timeoutMs: 60_000 }).then(
    (store) => store.close().then(() => 'it was accepted'),
    (error: Error) => `${error.name} ${error.message}`,
  )
  expect(outcome).toMatch(/^StoreUrlError KURRENTDB_URL: [^\n]+$/)
  return outcome.replace(/^StoreUrlError KURRENTDB_URL: /, '')
}

const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('')

describe('a user and a password over TLS', () => {
  const url = (server: { address(): string }, user: string, password: string) => {
    const encoded = [user, password].map(encodeURIComponent).join(':')
    return `kurrentdb://${encoded}@${server.address()}?tlsCAFile=${authority}`
  }

  test('may contain every printable ASCII character, and others: reads, appends and subscriptions work', async () => {
    const server = await serve(trusted)
    const [user, password] = [`${printable.replace(':', '')}ä€😀`, `${printable}ä€😀`]
    users.set(user, password)
    await works(url(server, user, password))
  })

  test('may be any text of such characters', async () => {
    const server = await serve(trusted)
    const password = fc.string({ unit: fc.constantFrom(...printable, 'ä', '€', '😀'), minLength: 1, maxLength: 12 })
    const user = password.filter((text) => !text.includes(':'))
    await fc.assert(
      fc.asyncProperty(user, password, async (name, secret) => {
        users.clear()
        users.set(name, secret)
        await works(url(server, name, secret))
      }),
      { numRuns: 25 },
    )
  })

  test('work with all nodes of a cluster, by its members and by one name', async () => {
    users.set('mail@proof', 'p@ss:w/rd%')
    const cluster = await startStandInCluster({ secured: { ...trusted, users } })
    closing.push(cluster.close)
    const encoded = `mail%40proof:p%40ss%3Aw%2Frd%25@`
    for (const plain of [cluster.url(`tlsCAFile=${authority}`), cluster.discoverUrl(`tlsCAFile=${authority}`)]) {
      await works(plain.replace('://', `://${encoded}`))
    }
  })
})

describe('what an operator reads at once', () => {
  test('a server with TLS and a client without', async () => {
    const server = await serve(trusted)
    expect(await refusal(`kurrentdb://a:secret@${server.address()}?tls=false`)).toBe(
      `${server.address()} uses TLS, and the connection string does not: set tls=true`,
    )
  })

  test('a client with TLS and a server without', async () => {
    const server = await serve()
    expect(await refusal(`kurrentdb://a:secret@${server.address()}`)).toBe(
      `${server.address()} does not use TLS, and the connection string does: set tls=false if the network is private`,
    )
  })

  test('a certificate that is not trusted', async () => {
    const server = await serve(trusted)
    expect(await refusal(`kurrentdb://a:secret@${server.address()}?tls=true`)).toBe(
      `the certificate of ${server.address()} is not trusted (self-signed certificate): set tlsCAFile to the certificate of its authority, such as tlsCAFile=/run/secrets/ca.crt`,
    )
  })

  test('a certificate for another host', async () => {
    const other = selfSigned('db.example.org', 'k1')
    const server = await serve(other)
    const ca = file('other.pem', other.cert)
    expect(await refusal(`kurrentdb://${server.address()}?tlsCAFile=${ca}`)).toBe(
      `the certificate of ${server.address()} is for db.example.org, k1: use such a name in the connection string, or renew it on the server`,
    )
  })

  test('an expired certificate of a server', async () => {
    const old = expired('localhost')
    const server = await serve(old)
    // The authority has a newer one, too.
    const ca = file('authorities.pem', old.cert + trusted.cert)
    expect(await refusal(`kurrentdb://localhost:${server.port()}?tlsCAFile=${ca}`)).toBe(
      `the certificate of localhost:${server.port()} expired on Jan 31 00:00:00 2020 GMT: renew it on the server`,
    )
  })

  test('a cluster of which the only node that is up has TLS', async () => {
    const [down, up] = [await serve(), await serve(trusted)]
    await down.stop()
    expect(await refusal(`kurrentdb://${down.address()},${up.address()}?tls=false`)).toBe(
      `${up.address()} uses TLS, and the connection string does not: set tls=true`,
    )
  })
})

describe('a file that cannot be used', () => {
  const wrong = (parameter: string) => refusal(`kurrentdb://a:secret@localhost:2113?${parameter}`)

  test.each([
    ['is missing', () => join(directory.path, 'missing.pem'), 'does not exist'],
    ['is a folder', () => directory.path, 'is a folder; name the file in it'],
    [
      'is no certificate',
      () => file('text.pem', 'hello'),
      'is not a certificate in PEM format (-----BEGIN CERTIFICATE-----)',
    ],
    [
      'is a key',
      () => file('key.pem', trusted.key),
      'is not a certificate in PEM format (-----BEGIN CERTIFICATE-----)',
    ],
  ])('because it %s is named, with the parameter', async (_, path, sentence) => {
    expect(await wrong(`tlsCAFile=${encodeURIComponent(path())}`)).toBe(`the file in tlsCAFile, ${path()}, ${sentence}`)
  })

  test('because it has expired is named, with the day', async () => {
    const path = file('expired.pem', expired('localhost').cert)
    expect(await wrong(`tlsCAFile=${path}`)).toBe(`the certificate in tlsCAFile, ${path}, expired on 2020-01-31`)
  })

  test('as a client certificate: both files are needed, and the key must be one', async () => {
    expect(await wrong(`userCertFile=${authority}`)).toBe('userCertFile and userKeyFile must be set together')
    expect(await wrong(`userCertFile=${authority}&userKeyFile=${authority}`)).toBe(
      `the file in userKeyFile, ${authority}, is not a private key in PEM format without a passphrase`,
    )
  })
})
