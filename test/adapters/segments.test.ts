// Segment files: what is written is read, and nothing else is taken for it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { DamagedSegment } from '../../src/adapters/segments/damage.js'
import { checkSegment, readSegment } from '../../src/adapters/segments/read.js'
import { writeSegment } from '../../src/adapters/segments/write.js'
import { CHAIN_START, createLink } from '../../src/kernel/chain.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import fc from '../../testbed/fastCheck.js'
import { collect, newEvent } from '../../testbed/given/events.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const scratch = tempDirectory()
afterAll(() => scratch.remove())
let count = 0
const newPath = () => join(scratch.path, `${++count}.seg`)

const positionAt = (number: number) => number.toString(16).padStart(32, '0')
const recordedEvent = (number: number, data: unknown, type = 'SomethingHappened'): Recorded => ({
  ...newEvent(data, type),
  stream: `stream-${number % 3}`,
  revision: BigInt(number),
  position: positionAt(number),
  recordedAt: new Date(1_764_150_000_000 + number).toISOString(),
})
async function* each(events: readonly Recorded[]) {
  yield* events
}
const write = (path: string, events: readonly Recorded[]) =>
  writeSegment(path, each(events), { linkBefore: CHAIN_START })

test('any events are read back as they were, with the link of their chain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 }), async (values) => {
      // Positions may have gaps, where an event was set aside.
      const events = values.map((value, index) => recordedEvent(1 + index * 3, { value: value ?? null }))
      const path = newPath()
      const segment = await write(path, events)
      const plain = (all: readonly Recorded[]) =>
        JSON.parse(JSON.stringify(all, (_, v) => (typeof v === 'bigint' ? `${v}n` : v)))
      expect(plain(await collect(readSegment(path)))).toEqual(plain(events))
      expect(await checkSegment(path)).toEqual(segment)
      const link = createLink(CHAIN_START)
      for (const event of events) link.add(event)
      expect(segment).toMatchObject({ linkAfter: link.end(), events: events.length, lastId: events.at(-1)!.id })
    }),
    { numRuns: 50 },
  )
})

test('reads from a position, and only events of some types, across blocks', async () => {
  const events = Array.from({ length: 2_500 }, (_, index) =>
    recordedEvent(index + 1, { index }, index % 2 ? 'Odd' : 'Even'),
  )
  const path = newPath()
  await write(path, events)
  const found = await collect(readSegment(path, { after: positionAt(1_500), types: new Set(['Odd']) }))
  expect(found).toEqual(events.filter(({ type }, index) => index >= 1_500 && type === 'Odd'))
})

test('any flipped bit and any truncation is a DamagedSegment that names the file', async () => {
  const path = newPath()
  await write(
    path,
    Array.from({ length: 40 }, (_, index) => recordedEvent(index + 1, { text: `${Math.sin(index)}` })),
  )
  const bytes = readFileSync(path)
  const spoiled = newPath()
  const refused = async (content: Buffer) => {
    writeFileSync(spoiled, content)
    const error = await checkSegment(spoiled).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(DamagedSegment)
    expect((error as Error).message).toContain(spoiled)
  }
  for (let at = 0; at < bytes.length; at += 7) {
    const flipped = Buffer.from(bytes)
    flipped[at]! ^= 1 << (at % 8)
    await refused(flipped)
  }
  for (const length of [0, 1, 20, bytes.length / 2, bytes.length - 1])
    await refused(bytes.subarray(0, Math.floor(length)))
})
