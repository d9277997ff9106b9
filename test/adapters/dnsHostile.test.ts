// Hostile DNS responses are parsed quickly, and never believed.
import assert from 'node:assert'
import { describe, expect, test } from '@jest/globals'
import { encode } from 'dns-packet'
import { MAX_PACKET_LENGTH, parseAnswer } from '../../src/adapters/dns/message/answer.js'
import { readName } from '../../src/adapters/dns/message/wireName.js'
import { createFrameReader, frame } from '../../src/adapters/dns/transport/tcpFrame.js'
import fc from '../../testbed/fastCheck.js'

/**
 * Maximum CPU time per response, in milliseconds. Parsing takes about one at worst; the rest is a margin for a busy
 * machine.
 */
const BUDGET_MS = 5
const NAME = 'a.net'
const POINTER_TO_NAME = [0xc0, 12]
const MX = [0, 15, 0, 1, 0, 0, 1, 0]

/** A header that claims this many answers, the question, and any bytes after it. */
function answer(count: number, body: readonly number[] | Buffer): Buffer {
  const start = encode({ type: 'response', questions: [{ name: NAME, type: 'MX' }] })
  start.writeUInt16BE(count, 6)
  return Buffer.concat([start, Buffer.from(body)]).subarray(0, MAX_PACKET_LENGTH)
}

const QUESTION_END = answer(0, []).length
const repeat = (times: number, bytes: (index: number) => readonly number[]): number[] =>
  Array.from({ length: times }, (_, index) => bytes(index)).flat()
const pointer = (to: number): number[] => [0xc0 | (to >> 8), to & 0xff]

/** The longest name, label by label, written once and referenced by thousands of records. */
const LONGEST_NAME = [...repeat(126, () => [1, 0x41]), 0]
/** Each pointer refers to the previous one. */
const chain = repeat(4_000, (index) => (index === 0 ? POINTER_TO_NAME : pointer(QUESTION_END + 11 + 2 * (index - 1))))
/** A record of a skipped type, for names to point into. */
const holding = (data: readonly number[]): number[] => [
  0,
  0,
  99,
  0,
  1,
  0,
  0,
  0,
  0,
  data.length >> 8,
  data.length & 0xff,
  ...data,
]

const hostile: [string, Buffer][] = [
  ['65,535 records that are not there', answer(65_535, [])],
  [
    'as many records of the root as fit',
    answer(
      65_535,
      repeat(1_500, () => [0, 0, 15, 0, 1, 0, 0, 0, 0, 0, 0]),
    ),
  ],
  [
    'a thousand exchanges that are one longest name',
    answer(901, [
      ...holding(LONGEST_NAME),
      ...repeat(900, () => [...POINTER_TO_NAME, ...MX, 0, 4, 0, 1, ...pointer(QUESTION_END + 11)]),
    ]),
  ],
  [
    'owners and exchanges that are one longest name',
    answer(901, [
      ...holding(LONGEST_NAME),
      ...repeat(900, (index) => [1, 0x61 + (index % 26), ...pointer(QUESTION_END + 15), ...MX, 0, 2, 0, 1]),
    ]),
  ],
  [
    'pointers that lead from one to the next, 4,000 of them',
    answer(500, [
      ...holding(chain),
      ...repeat(499, (i) => [...pointer(QUESTION_END + 11 + 2 * (3_999 - i)), ...MX, 0, 0]),
    ]),
  ],
  [
    'pointers that lead from one to the next, as many as are allowed',
    answer(500, [
      ...holding(chain),
      ...repeat(499, () => [...pointer(QUESTION_END + 11 + 2 * 120), ...MX, 0, 2, 0, 0]),
    ]),
  ],
  ['a name that points to itself', answer(1, [...pointer(QUESTION_END), ...MX, 0, 0])],
  [
    'a thousand aliases, each of which leads to the next',
    answer(
      65_535,
      repeat(1_000, (i) => [
        2,
        97 + (i % 26),
        97 + Math.floor(i / 26),
        0,
        0,
        5,
        0,
        1,
        0,
        0,
        0,
        9,
        0,
        2,
        ...POINTER_TO_NAME,
      ]),
    ),
  ],
]

describe('a hostile response', () => {
  test.each(hostile)('is parsed in less than five milliseconds: %s', (_, packet) => {
    const rounds = 200
    const before = process.cpuUsage()
    for (let round = 0; round < rounds; round++) parseAnswer(packet, NAME, 'MX')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000 / rounds).toBeLessThan(BUDGET_MS)
  })

  test('costs little more when it is noise in the form of records', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(4_000), (bytes, times) => {
        const packet = answer(
          65_535,
          repeat(Math.min(times, MAX_PACKET_LENGTH / bytes.length), () => [...bytes]),
        )
        // The best of three: a collection of garbage may fall into one.
        const spentMs = repeat(3, () => {
          const before = process.cpuUsage()
          parseAnswer(packet, NAME, 'MX')
          const { user, system } = process.cpuUsage(before)
          return [(user + system) / 1_000]
        })
        expect(Math.min(...spentMs)).toBeLessThan(4 * BUDGET_MS)
      }),
      { numRuns: 300 },
    ))
})

describe('a name on the wire', () => {
  const label = fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/)
  const names = fc.array(label, { minLength: 1, maxLength: 8 })

  test('is read in lower case, whole or from compression pointers', () =>
    fc.assert(
      fc.property(names, fc.nat(7), (labels, cut) => {
        const wire = (parts: readonly string[]) => parts.flatMap((part) => [part.length, ...Buffer.from(part)])
        const at = cut % labels.length
        const tail = [...wire(labels.slice(at)), 0]
        const packet = Buffer.from([...tail, ...wire(labels.slice(0, at)), ...pointer(0)])
        expect(readName(packet, tail.length)).toBe(labels.join('.').toLowerCase())
      }),
    ))

  test('distinguishes a dot within a label from a dot between labels', () => {
    expect(readName(Buffer.from([3, 0x61, 0x2e, 0x62, 3, 0x4e, 0x45, 0x54, 0]), 0)).toBe('a\\046b.net')
    expect(readName(Buffer.from([3, 0x00, 0x5c, 0xff, 0]), 0)).toBe('\\000\\092\\255')
    expect(readName(Buffer.from([0]), 0)).toBe('')
  })

  test.each([
    ['of more than 255 octets', Buffer.from([...repeat(128, () => [1, 0x61]), 0])],
    ['that points forwards', Buffer.from([0xc0, 2, 1, 0x61, 0])],
    ['that points to itself', Buffer.from([1, 0x61, 0xc0, 0])],
    ['with a label of a reserved kind', Buffer.from([0x41, 0x61, 0])],
    ['that is cut off', Buffer.from([3, 0x61])],
    ['without an end', Buffer.from([1, 0x61])],
  ])('is refused: %s', (_, packet) => expect(() => readName(packet, 0)).toThrow(RangeError))
})

describe('a message over TCP', () => {
  test('is assembled from any pieces', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.array(fc.nat(20)), (bytes, cuts) => {
        const stream = Buffer.concat([frame(Buffer.from(bytes)), Buffer.from('more')])
        const read = createFrameReader()
        let message: ReturnType<typeof read>
        let at = 0
        for (const cut of [...cuts, stream.length]) {
          message = read(stream.subarray(at, at + cut))
          at += cut
          if (message || at >= stream.length) break
        }
        expect(message).toEqual(Buffer.from(bytes))
      }),
    ))

  test('is refused as soon as its length is too large', () => {
    expect(createFrameReader()(Buffer.from([0xff, 0xff]))).toBe('too_long')
  })

  test('that arrives octet by octet is copied once', () => {
    const stream = frame(Buffer.alloc(MAX_PACKET_LENGTH, 7))
    const read = createFrameReader()
    const before = process.cpuUsage()
    for (let at = 0; at < stream.length - 1; at++) assert(read(stream.subarray(at, at + 1)) === undefined)
    const { user, system } = process.cpuUsage(before)
    expect(read(stream.subarray(-1))).toHaveLength(MAX_PACKET_LENGTH)
    expect((user + system) / 1_000).toBeLessThan(100)
  })
})
