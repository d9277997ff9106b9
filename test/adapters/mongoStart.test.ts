// Which MongoDB servers, users and settings are refused at the start, and how.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient } from '../../src/adapters/mongodb/client.js'
import { connectMongo } from '../../src/adapters/mongodb/connect.js'
import { StoreUrlError } from '../../src/adapters/storeUrlError.js'
import { type Certificate, selfSigned } from '../../testbed/certificate.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { startMongoStub } from '../../testbed/stores/mongo/stub.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'

/** A current server, and its response to `find`. */
const TODAY = { maxWireVersion: 25 }
const MEMBER = { setName: 'rs0', hosts: ['127.0.0.1:1'], me: '127.0.0.1:1' }
const NOTHING_FOUND = { ok: 1, cursor: { id: 0n, ns: 'mailproof.documents', firstBatch: [] } }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function stub(...answers: Parameters<typeof startMongoStub>) {
  const server = await startMongoStub(...answers)
  closing.push(server.close)
  return server
}

/** Connects, and returns what was logged. */
async function attempt(url: string, timeoutMs = 0, onWord?: () => Promise<void>) {
  const said: string[] = []
  const words: (Promise<void> | undefined)[] = []
  const say = (_: object, message: string) => {
    if (said.push(message) === 1) words.push(onWord?.())
  }
  try {
    const mongo = await connectMongo({ url, timeoutMs, log: { info: say, warn: say, error: say } })
    closing.unshift(mongo.close)
    await Promise.all(words)
    return { said, database: mongo.db.databaseName }
  } catch (error) {
    expect(error).toBeInstanceOf(StoreUrlError)
    const { message } = error as Error
    expect(message).toMatch(/^MONGODB_URL: [^\n]+$/)
    return { said, message }
  }
}

async function portOfNothing(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a server that answers is connected to, without a log line', async () => {
  const { url, host } = await stub({ ...TODAY, ...MEMBER }, NOTHING_FOUND)
  expect(await attempt(`${url}?directConnection=true`)).toEqual({ said: [], database: 'mailproof' })
  expect((await attempt(`mongodb://${host}/?directConnection=true`)).database).toBe('mailproof')
  expect((await attempt(`mongodb://${host}/other?directConnection=true`)).database).toBe('other')
})

test('a server that is not a replica set logs a warning', async () => {
  const { url } = await stub(TODAY, NOTHING_FOUND)
  expect(await attempt(url)).toEqual({
    said: ['MONGODB_URL names no replica set: there is only one copy of all data'],
    database: 'mailproof',
  })
})

describe('a server that does not answer immediately', () => {
  let nothing: Awaited<ReturnType<typeof attempt>>
  let late: Awaited<ReturnType<typeof attempt>>
  let port: number
  beforeAll(async () => {
    port = await portOfNothing()
    const portOfLate = await portOfNothing()
    ;[nothing, late] = await Promise.all([
      attempt(`mongodb://ada:secret@127.0.0.1:${port}/x`, 1_000),
      attempt(`mongodb://127.0.0.1:${portOfLate}/x`, 60_000, async () => {
        closing.push((await startMongoStub(TODAY, NOTHING_FOUND, portOfLate)).close)
      }),
    ])
  })

  test('is retried, and then reported in one line', () => {
    expect(nothing.message).toMatch(new RegExp(`^MONGODB_URL: 127.0.0.1:${port} did not respond within \\d+ s `))
    expect(nothing.message).not.toContain('secret')
    expect(nothing.said).toEqual(['MongoDB does not respond yet; waiting'])
  })

  test('is connected to if it answers late', () => {
    expect(late.database).toBe('x')
    expect(late.said.slice(0, 2)).toEqual(['MongoDB does not respond yet; waiting', 'MongoDB responds'])
  })
})

test('a wrong password is refused immediately', async () => {
  const { host } = await stub(TODAY, { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'no' })
  const { message } = await attempt(`mongodb://ada:secret@${host}/x`, 60_000)
  expect(message).toBe(`MONGODB_URL: ${host} rejects the user or the password: check both, and authSource`)
})

describe('a user without the right to', () => {
  const UNAUTHORIZED = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'no' }
  const ATLAS = {
    ok: 0,
    code: 8000,
    codeName: 'AtlasError',
    errmsg: 'user is not allowed to do action [remove] on [x]',
  }

  test.each([
    ['read the database', UNAUTHORIZED, () => true],
    ['write to the database', UNAUTHORIZED, (command: object) => !('find' in command)],
    ['write to a database of Atlas', ATLAS, (command: object) => !('find' in command)],
  ])('%s is refused immediately', async (_right, refusal, isRefused) => {
    const { url, host } = await stub(TODAY, (command) => (isRefused(command) ? refusal : NOTHING_FOUND))
    expect(await attempt(url, 60_000)).toEqual({
      said: [],
      message: `MONGODB_URL: ${host} does not let this user read and write mailproof: grant it the role readWrite there`,
    })
  })
})

test('a wrong password is refused immediately by Atlas, too', async () => {
  const { url, host } = await stub(TODAY, { ok: 0, code: 8000, codeName: 'AtlasError', errmsg: 'bad auth' })
  const { message } = await attempt(url, 60_000)
  expect(message).toBe(`MONGODB_URL: ${host} rejects the user or the password: check both`)
})

describeMongo('a database', (server) => {
  test('is unchanged by connecting to it', async () => {
    const { open, dispose } = testConnections(server)
    const { db } = await open()
    expect(await db.collections()).toEqual([])
    await dispose()
  })
})

test('a server of a version that the driver does not support is refused immediately', async () => {
  const { url, host } = await stub({ maxWireVersion: 6 }, NOTHING_FOUND)
  const { message } = await attempt(url, 60_000)
  expect(message).toContain(`MONGODB_URL: ${host} has an unsupported version: `)
})

test.each(['mongodb://', 'http://127.0.0.1', 'mongodb://127.0.0.1/x?nonsense=1', 'mongodb://ada:sec:ret@/x'])(
  '%s is an invalid URL',
  async (url) => {
    const { message } = await attempt(url, 60_000)
    expect(message).toContain('MONGODB_URL: its value cannot be parsed: ')
    expect(message).not.toContain('sec:ret')
  },
)

test.each(['p@ss', 'p:ss', 'p/ss', 'p?ss', 'p#ss', 'p[ss', 'p%ss'])(
  'a user or a password with a reserved character is refused, with what to write: %s',
  async (secret) => {
    for (const userinfo of [`ada:${secret}`, `${secret}:ada`]) {
      const { message } = await attempt(`mongodb://${userinfo}@127.0.0.1/x`, 60_000)
      expect(message).toContain(
        'the user or the password contains a reserved character; write it as in URLs: %40 for @',
      )
      expect(message).not.toContain(secret)
    }
    const { client } = createClient(`mongodb://ada:${encodeURIComponent(secret)}@127.0.0.1/x`)
    expect(client.options.credentials?.password).toBe(secret)
  },
)

test('a URL whose user and password end with no @ is refused without quoting them', async () => {
  const { message } = await attempt('mongodb://ada:secret/x', 60_000)
  expect(message).toContain('its servers are not of the form host:port')
  expect(message).not.toContain('secret')
})

describe('what an operator reads at once about TLS', () => {
  const directory = tempDirectory()
  afterAll(directory.remove)
  const file = (name: string, content: string) => {
    const path = join(directory.path, name)
    writeFileSync(path, content)
    return path
  }
  const trusted = selfSigned('localhost', '127.0.0.1')
  const authority = file('authority.pem', trusted.cert)
  const refusal = async (url: string) => (await attempt(url, 60_000)).message!.replace('MONGODB_URL: ', '')

  async function secured(certificate: Certificate) {
    const server = await startMongoStub(TODAY, NOTHING_FOUND, 0, certificate)
    closing.push(server.close)
    return server
  }

  test('a server with TLS is connected to if its authority is given', async () => {
    const { host } = await secured(trusted)
    expect((await attempt(`mongodb://${host}/x?tls=true&tlsCAFile=${authority}`, 60_000)).database).toBe('x')
  })

  test('a server with TLS and a client without', async () => {
    const { host } = await secured(trusted)
    expect(await refusal(`mongodb://${host}/x`)).toBe(
      `${host} uses TLS, and the connection string does not: set tls=true`,
    )
  })

  test('a client with TLS and a server without', async () => {
    const { host } = await stub(TODAY, NOTHING_FOUND)
    expect(await refusal(`mongodb://${host}/x?tls=true`)).toBe(
      `${host} does not use TLS, and the connection string does: set tls=false if the network is private`,
    )
  })

  test('a certificate that is not trusted, or for another host', async () => {
    const [own, other] = [await secured(trusted), selfSigned('db.example.org')]
    expect(await refusal(`mongodb://${own.host}/x?tls=true`)).toBe(
      `the certificate of ${own.host} is not trusted (self-signed certificate): set tlsCAFile to the certificate of its authority, such as tlsCAFile=/run/secrets/ca.crt`,
    )
    const { host } = await secured(other)
    expect(await refusal(`mongodb://${host}/x?tls=true&tlsCAFile=${file('other.pem', other.cert)}`)).toBe(
      `the certificate of ${host} is for db.example.org: use such a name in the connection string, or renew it on the server`,
    )
  })

  test('a file that cannot be used', async () => {
    const { host } = await secured(trusted)
    const missing = join(directory.path, 'missing.pem')
    expect(await refusal(`mongodb://${host}/x?tls=true&tlsCAFile=${missing}`)).toBe(
      `the file in tlsCAFile, ${missing}, does not exist`,
    )
    expect(await refusal(`mongodb://${host}/x?tls=true&tlsCertificateKeyFile=${authority}`)).toBe(
      `the file in tlsCertificateKeyFile, ${authority}, is not a private key in PEM format without a passphrase`,
    )
  })
})
