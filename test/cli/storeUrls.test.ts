// URLs of stores: what is read in them, and what is refused in a line.
import { describe, expect, test } from '@jest/globals'
import { parseConnectionString } from '../../src/adapters/eventstore/kurrentdb/connect/connectionString.js'
import { createClient } from '../../src/adapters/mongodb/client.js'
import { describeSettings, loadConfig } from '../../src/config.js'

const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
const SET = 'mongodb://m1:27017,m2:27017,m3:27017/mail?replicaSet=rs0'
const CLUSTER = 'kurrentdb://k1:2113,k2:2113,k3:2113?tls=true'

const load = (urls: { readonly MONGODB_URL: string; readonly KURRENTDB_URL?: string }) =>
  loadConfig({ SECRET_KEY, ...urls })

describe('the store URLs of a cluster', () => {
  test('name all of its servers', async () => {
    const { MONGODB_URL, KURRENTDB_URL } = load({ MONGODB_URL: SET, KURRENTDB_URL: CLUSTER })
    const { client, database } = createClient(MONGODB_URL!)
    expect([client.options.hosts.map(String), database]).toEqual([['m1:27017', 'm2:27017', 'm3:27017'], 'mail'])
    expect(parseConnectionString(KURRENTDB_URL!).servers).toBe('k1:2113,k2:2113,k3:2113')
    await client.close()
  })

  test.each([
    'mongodb://ada:s%40cret@m1:27017,m2:27017/mail?authSource=admin',
    'mongodb+srv://ada:secret@cluster.example.net/mail',
    'mongodb://[::1]:27017,[::2]:27017',
  ])('may have any form that MongoDB accepts: %s', (MONGODB_URL) => {
    expect(load({ MONGODB_URL }).MONGODB_URL).toBe(MONGODB_URL)
  })

  test.each(['kurrentdb+discover://k:2113', 'esdb://ada:secret@k1:2113,k2:2113?tls=false', 'kdb://k', 'kurrent://k'])(
    'may have any form that KurrentDB accepts: %s',
    (KURRENTDB_URL) => {
      expect(load({ MONGODB_URL: SET, KURRENTDB_URL }).KURRENTDB_URL).toBe(KURRENTDB_URL)
    },
  )

  test.each(['localhost:27017', 'http://ada:secret@m1', 'mongodb://', 'mongodb:m1', ' mongodb://m1'])(
    'may not be %p: one line says so, without a password',
    (MONGODB_URL) => {
      expect(() => load({ MONGODB_URL })).toThrow(
        /^MONGODB_URL: its value must begin with mongodb:\/\/ or mongodb\+srv:\/\/\. Example: (?!.*secret)/,
      )
    },
  )
})

test.each([
  ['ARCHIVE_BUCKET', 'https://AKIA:sec/ret@s3.example.org/bucket'],
  ['LISTS_SOURCE', 'https://ada:secret@npm.example.org/registry'],
])('%s with a password is never printed', (name, value) => {
  const row = describeSettings({ [name]: value }).find((row) => row.name === name)
  expect(row?.value).toBe('(set)')
  let message = ''
  try {
    loadConfig({ [name]: value })
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).not.toContain('ret@')
})

test('a URL without a password is printed', () => {
  const value = 'https://npm.example.org:8443/registry'
  expect(describeSettings({ LISTS_SOURCE: value }).find(({ name }) => name === 'LISTS_SOURCE')?.value).toBe(value)
  expect(() => loadConfig({ LISTS_SOURCE: 'ftp://example.org' })).toThrow('ftp://example.org')
})
