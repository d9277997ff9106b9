// Connection strings of KurrentDB: what they mean, and one clear line for each that is wrong.
import { describe, expect, test } from '@jest/globals'
import { parseConnectionString } from '../../src/adapters/eventstore/kurrentdb/connect/connectionString.js'
import fc from '../../testbed/fastCheck.js'

function refusal(url: string): string {
  try {
    parseConnectionString(url)
    return 'accepted'
  } catch (error) {
    const { name, message } = error as Error
    expect(name).toBe('StoreUrlError')
    expect(message).toMatch(/^KURRENTDB_URL: [^\n]+$/)
    return message
      .replace('KURRENTDB_URL: ', '')
      .replace(' Example: KURRENTDB_URL=kurrentdb://user:password@host:2113?tls=true', '')
  }
}

describe('a connection string', () => {
  test.each<[string, object]>([
    ['kurrentdb://k1', { settings: expect.objectContaining({ endpoint: { address: 'k1', port: 2113 } }) }],
    [
      'kdb://k1,k2:2114/',
      {
        servers: 'k1,k2:2114',
        isCluster: true,
        hosts: [
          { address: 'k1', port: 2113 },
          { address: 'k2', port: 2114 },
        ],
      },
    ],
    [
      'kurrentdb+discover://db.example.org',
      { settings: expect.objectContaining({ discover: { address: 'db.example.org', port: 2113 } }) },
    ],
    ['kurrentdb://[::1]:2113?tls=false', { hosts: [{ address: '[::1]', port: 2113 }], channel: { insecure: true } }],
    ['esdb://ada:s:e/c@k1', { credentials: { username: 'ada', password: 's:e/c' } }],
    [' kurrentdb://k1?connectionName=a%20b%2Cc \n', { settings: expect.objectContaining({ connectionName: 'a b,c' }) }],
    [
      'kurrentdb://k1?keepAliveInterval=-1&keepAliveTimeout=-1',
      { settings: expect.objectContaining({ keepAliveInterval: 2 ** 31 - 1, keepAliveTimeout: 2 ** 31 - 1 }) },
    ],
    ['kurrentdb://k1?nodePreference=Read-Only-Replica', { isCluster: false }],
  ])('may be %j', (url, meaning) => {
    expect(parseConnectionString(url)).toMatchObject(meaning)
  })

  test.each([
    [
      'kurrentdb://ada:se%cret@k1',
      'the user or the password is not encoded as in URLs: write % as %25, and encode every other reserved character.',
    ],
    [
      'kurrentdb://ada:se%ffcret@k1',
      'the user or the password is not encoded as in URLs: write % as %25, and encode every other reserved character.',
    ],
    ['kurrentdb://ada:sec@ret@k1', 'the user or the password contains an @: write it as %40.'],
    ['kurrentdb://ada:sec?ret@k1', 'the user or the password contains a ?: write it as %3F.'],
    ['kurrentdb://secret?secret@k1', 'a parameter is unknown; a ? in the user or the password must be written as %3F.'],
    ['kurrentdb://secret@k1', 'it has a user without a password, or the reverse.'],
    ['kurrentdb://:secret@k1', 'it has a user without a password, or the reverse.'],
    ['kurrentdb://a%3Ab:secret@k1', 'the user contains a colon, which no server accepts (RFC 7617, section 2).'],
    [
      'kurrentdb://ada:secret%0A@k1',
      'the user or the password contains a control character, which no server accepts (RFC 7617, section 2).',
    ],
    ['kurrentdb://ada:secret@::1', 'an IPv6 address belongs in brackets: [::1]:2113.'],
    ['kurrentdb://ada:secret@k1:port', 'its servers are not of the form host:port; the port is a number up to 65535.'],
    ['kurrentdb://ada:secret@k1:70000', 'its servers are not of the form host:port; the port is a number up to 65535.'],
    ['kurrentdb://ada:secret@k1,,k2', 'it names no server.'],
    ['kurrentdb://', 'it names no server.'],
    ['kurrentdb://ada:secret@k1?tlss=true', 'the parameter "tlss" is unknown.'],
    ['kurrentdb://ada:secret@k1?tls', 'the parameter tls has no value.'],
    ['kurrentdb://ada:secret@k1?tls=yes', 'the parameter tls must be true or false.'],
    ['kurrentdb://ada:secret@k1?gossipTimeout=1s', 'the parameter gossipTimeout must be an integer.'],
    ['kurrentdb://ada:secret@k1?defaultDeadline=0', 'the parameter defaultDeadline must be at least 1.'],
    ['kurrentdb://ada:secret@k1?tlsCAFile=%zz', 'the parameter tlsCAFile is not encoded as in URLs: write % as %25.'],
    [
      'kurrentdb://ada:secret@k1?nodePreference=best',
      'the parameter nodePreference must be one of leader, follower, read_only_replica, random.',
    ],
    ['postgres://ada:secret@k1', 'its value is not a KurrentDB connection string.'],
  ])('may not be %j: one line says why', (url, sentence) => {
    expect(refusal(url)).toBe(sentence)
  })

  test('gives back any encoded user and password', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => !/\p{Cc}/u.test(each))
    fc.assert(
      fc.property(
        text.filter((each) => !each.includes(':')),
        text,
        (username, password) => {
          const userinfo = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`
          expect(parseConnectionString(`kurrentdb://${userinfo}@k1,k2`).credentials).toEqual({ username, password })
        },
      ),
    )
  })

  test('is never quoted with its password, however it is broken', () => {
    const broken = fc.stringMatching(/^[@:/?#&=%,[\]\w]{0,12}$/)
    fc.assert(
      fc.property(broken, broken, (before, after) => {
        expect(refusal(`kurrentdb://ada:${before}hunter2${after}@k1`)).not.toContain('hunter2')
      }),
      { numRuns: 2_000 },
    )
  })
})
