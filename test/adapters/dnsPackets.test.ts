// DNS queries and responses as bytes, compared with the library dns-packet.
import { describe, expect, test } from '@jest/globals'
import { type Answer as DnsRecord, decode, encode, type Packet } from 'dns-packet'
import { parseAnswer } from '../../src/adapters/dns/message/answer.js'
import { isHostName } from '../../src/adapters/dns/message/hostName.js'
import { encodeQuery, matchAnswer, type Question } from '../../src/adapters/dns/message/query.js'
import fc from '../../testbed/fastCheck.js'

const label = fc.stringMatching(/^[a-z0-9_-]{1,20}$/)
const host = fc.array(label, { minLength: 1, maxLength: 8 }).map((labels) => labels.join('.'))
const question: fc.Arbitrary<Question> = fc.record({
  name: host,
  type: fc.constantFrom('A', 'AAAA', 'MX'),
  edns: fc.boolean(),
})
const id = fc.integer({ min: 0, max: 0xffff })

describe('a query', () => {
  test('is one question with recursion desired, as dns-packet reads it', () =>
    fc.assert(
      fc.property(id, question, (id, requested) => {
        const packet = decode(encodeQuery(id, requested, false))
        expect(packet).toMatchObject({
          id,
          type: 'query',
          flag_rd: true,
          opcode: 'QUERY',
          answers: [],
          authorities: [],
        })
        expect(packet.questions).toEqual([{ name: requested.name, type: requested.type, class: 'IN' }])
        const [opt, ...others] = packet.additionals ?? []
        expect(others).toEqual([])
        if (requested.edns) expect(opt).toMatchObject({ type: 'OPT', udpPayloadSize: 1232, ednsVersion: 0 })
        else expect(opt).toBeUndefined()
      }),
    ))

  test('has letters of random case if enabled, and is otherwise unchanged', () =>
    fc.assert(
      fc.property(id, question, (id, requested) => {
        const [plain, mixed] = [encodeQuery(id, requested, false), encodeQuery(id, requested, true)]
        expect(mixed.toString('latin1').toLowerCase()).toBe(plain.toString('latin1').toLowerCase())
      }),
    ))

  test('has each letter in upper case half of the time', () => {
    const name = `${'abcdefghijklmnopqrst'.repeat(3)}.${'uvwxyz'.repeat(10)}.net`
    const upper = new Array<number>(name.length).fill(0)
    for (let time = 0; time < 2_000; time++) {
      const packet = encodeQuery(time, { name, type: 'A', edns: true }, true)
      for (let at = 0; at < name.length; at++) if (packet[13 + at]! < 0x60 && name[at] !== '.') upper[at]!++
    }
    for (const [at, times] of upper.entries()) {
      if (name[at] === '.') continue
      expect(times).toBeGreaterThan(850)
      expect(times).toBeLessThan(1_150)
    }
  })

  test('matches its echo, and nothing that differs in a byte of id or question', () =>
    fc.assert(
      fc.property(id, question, fc.nat(), fc.integer({ min: 1, max: 255 }), (id, requested, where, change) => {
        const query = encodeQuery(id, requested, true)
        const { name, type } = requested
        const [asGiven] = decode(query).questions!
        const echo = encode({ type: 'response', id, questions: [{ name: asGiven!.name, type, class: 'IN' }] })
        expect(matchAnswer(echo, query, name.length)).toBe('exact')
        const spots = [0, 1, ...Array.from({ length: echo.length - 12 }, (_, at) => 12 + at)]
        const at = spots[where % spots.length]!
        const letter = (byte: number) => /[a-z]/i.test(String.fromCharCode(byte))
        const before = echo[at]!
        echo[at]! ^= change
        const onlyCase = at > 12 && at < 13 + name.length && change === 0x20 && letter(before) && letter(echo[at]!)
        expect(matchAnswer(echo, query, name.length)).toBe(onlyCase ? 'case' : 'no_answer')
      }),
    ))

  test('does not match a response without its question, another opcode, or a query', () => {
    const requested: Question = { name: 'a.net', type: 'A', edns: true }
    const query = encodeQuery(7, requested, true)
    const [question] = decode(query).questions!
    const match = (packet: Packet) => matchAnswer(encode({ id: 7, ...packet }), query, requested.name.length)
    const questions = [question!]
    expect(match({ type: 'response', questions })).toBe('exact')
    expect(match({ type: 'response', flags: 2 })).toBe('no_question')
    expect(match({ type: 'response', flags: 3 })).toBe('no_answer')
    expect(match({ type: 'response', flags: 0 })).toBe('no_answer')
    expect(match({ type: 'query', questions })).toBe('no_answer')
    expect(match({ type: 'response', flags: 5 << 11, questions })).toBe('no_answer')
    expect(match({ type: 'response', questions: [question!, question!] })).toBe('no_answer')
    expect(match({ type: 'response', questions: [{ ...question!, class: 'CH' }] })).toBe('no_answer')
    expect(match({ type: 'response', questions: [{ ...question!, type: 'AAAA' }] })).toBe('no_answer')
  })
})

describe('a response', () => {
  test('of any bytes is read without throwing', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('A', 'AAAA', 'MX'), (bytes, type) => {
        expect(parseAnswer(Buffer.from(bytes), 'a.net', type).outcome).toBeDefined()
      }),
      { numRuns: 5_000 },
    ))

  test('yields the records of the requested name and type, and no others', () =>
    fc.assert(
      fc.property(
        host,
        fc.uniqueArray(fc.ipV4(), { minLength: 1 }),
        fc.ipV4(),
        fc.nat(0x7fff_ffff),
        (name, addresses, other, ttl) => {
          const record = (data: string, owner = name): DnsRecord => ({ type: 'A', name: owner, ttl, data })
          const packet = encode({
            type: 'response',
            questions: [{ type: 'A', name }],
            answers: [
              record(other, `not.${name}`),
              { type: 'MX', name, ttl: 0, data: { preference: 1, exchange: 'mx.net' } },
              { type: 'A', name, ttl: 0, data: other, class: 'CH' },
              ...addresses.map((address) => record(address)),
            ],
          })
          expect(parseAnswer(packet, name, 'A')).toEqual({ outcome: 'found', records: addresses, ttl })
        },
      ),
    ))

  test('of more than 16 KiB is malformed', () => {
    const answers: DnsRecord[] = Array.from({ length: 1_000 }, () => ({
      type: 'A',
      name: 'a.net',
      ttl: 1,
      data: '192.0.2.1',
    }))
    const packet = encode({ type: 'response', questions: [{ type: 'A', name: 'a.net' }], answers })
    expect(parseAnswer(packet, 'a.net', 'A')).toEqual({ outcome: 'error', code: 'MALFORMED' })
  })

  test('with an extended code is the error of that code (RFC 6891)', () => {
    const opt: DnsRecord = {
      type: 'OPT',
      name: '.',
      udpPayloadSize: 1232,
      extendedRcode: 1,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    }
    const packet = encode({ type: 'response', questions: [{ type: 'A', name: 'a.net' }], additionals: [opt] })
    expect(parseAnswer(packet, 'a.net', 'A')).toEqual({ outcome: 'error', code: 'BADVERS' })
  })

  test('takes the negative TTL only from a zone that contains the name', () => {
    const soa = (name: string): DnsRecord => ({
      type: 'SOA',
      name,
      ttl: 90,
      data: { mname: 'a', rname: 'b', minimum: 90 },
    })
    const from = (zone: string) =>
      parseAnswer(
        encode({ type: 'response', questions: [{ type: 'A', name: 'a.net' }], authorities: [soa(zone)] }),
        'a.net',
        'A',
      )
    expect(from('net')).toEqual({ outcome: 'no_data', ttl: 90 })
    expect(from('.')).toEqual({ outcome: 'no_data', ttl: 90 })
    expect(from('xa.net')).toEqual({ outcome: 'no_data', ttl: 0 })
  })
})

describe('a host name', () => {
  test('has at most 253 octets, in labels of at most 63', () => {
    const label = 'a'.repeat(63)
    expect(isHostName(`${label}.${label}.${label}.${'a'.repeat(61)}`)).toBe(true)
    expect(isHostName(`${label}.${label}.${label}.${'a'.repeat(62)}`)).toBe(false)
    expect(isHostName(`${label}a.net`)).toBe(false)
  })
  test('may have letters, digits, hyphens and underscores', () => {
    const rows = ['a', 'xn--bcher-kva.net', '_mx.a-b.net', '1.2.3.4']
    expect(rows.filter((name) => !isHostName(name))).toEqual([])
  })
  test('may not be anything else', () => {
    const rows = ['', '.', 'a.', '.a', 'a..b', 'A.net', 'a b', 'a/b', '*.a', 'é.net', '[::1]', 'a:1']
    expect(rows.filter((name) => isHostName(name))).toEqual([])
  })
})
