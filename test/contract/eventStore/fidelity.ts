// Contract of event stores: events are returned exactly as they were appended.
import { expect, test } from '@jest/globals'
import { START } from '../../../src/kernel/position.js'
import fc from '../../../testbed/fastCheck.js'
import { collect, follow, newEvent } from '../../../testbed/given/events.js'
import type { Given } from './fixture.js'

export function fidelity(given: Given): void {
  /** An event as the log returns it, and as a live subscriber receives it. */
  const thereAndBack = async (data: unknown, stream = 'a-1', type?: string) => {
    const { store } = given()
    const after = await store.head()
    const aborting = new AbortController()
    const subscription = store.subscribe({ after, signal: aborting.signal })
    const seen = follow(subscription, 1)
    await store.append(stream, [newEvent(data, type)], { expected: 'any' })
    const [live] = await seen
    aborting.abort()
    const [read] = await collect(store.readAll({ after }))
    return { live: live!, read: read! }
  }

  test('is returned unchanged', async () => {
    const { store } = given()
    const event = newEvent({ a: [1, { b: null }], c: 'text', d: true, e: 1.5e-7 }, 'BatchSubmitted')
    const { position } = await store.append('batch-1', [event], { expected: 'any' })
    const [recorded] = await collect(store.readStream('batch-1'))
    const recordedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(recorded).toEqual({ ...event, stream: 'batch-1', revision: 0n, position, recordedAt })
  })

  test('is plain JSON: undefined members are dropped', async () => {
    const { live, read } = await thereAndBack({
      a: undefined,
      b: [undefined, Number.NaN],
      c: new Date(0),
      d: { e: undefined },
      f: -0,
    })
    expect(Object.keys(read.data as object)).toEqual(['b', 'c', 'd', 'f'])
    expect(read.data).toStrictEqual({ b: [null, null], c: '1970-01-01T00:00:00.000Z', d: {}, f: 0 })
    expect(live).toStrictEqual(read)
  })

  test("is not affected by later changes to the caller's object", async () => {
    const { store } = given()
    const data = { list: [1, 2], inner: { text: 'before' } }
    const aborting = new AbortController()
    const appended = store.append('a-1', [newEvent(data)], { expected: 'any' })
    data.list.push(3)
    data.inner.text = 'after'
    await appended
    const [live] = await follow(store.subscribe({ after: START, signal: aborting.signal }), 1)
    aborting.abort()
    expect(live!.data).toEqual({ list: [1, 2], inner: { text: 'before' } })
    expect((await collect(store.readAll()))[0]!.data).toEqual({ list: [1, 2], inner: { text: 'before' } })
  })

  test('keeps NUL, line breaks, lone surrogates and text that looks like code', async () => {
    for (const text of ['\u0000', '\r\n\u2028', '\ud800', '\udfff\ud800', '😀é', '__proto__', '"}]\\', '\ufeff']) {
      const { live, read } = await thereAndBack({ text, [text]: [text] })
      expect((read.data as { text: string }).text).toBe(text)
      expect(Object.hasOwn(read.data as object, text)).toBe(true)
      expect(live).toStrictEqual(read)
    }
  })

  test('keeps hostile names of streams and types', async () => {
    const names = ['../../etc', ' ', '.', '\u00e9', 'e\u0301', '😀', '__proto__', 'constructor', 'x'.repeat(5_000)]
    for (const name of names) {
      const { live, read } = await thereAndBack({ name }, name, name)
      expect([read.stream, read.type]).toEqual([name, name])
      expect(live).toStrictEqual(read)
    }
    for (const name of names) {
      expect((await collect(given().store.readStream(name))).map(({ data }) => data)).toEqual([{ name }])
    }
  })

  test('is the same for a subscriber and for a later reader, whatever it was', async () => {
    const values = [
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.date(),
      fc.constantFrom(
        undefined,
        null,
        -0,
        true,
        '\ud800',
        new Map([[1, 2]]),
        Symbol('s'),
        () => 1,
        Object.create({ inherited: 1 }),
      ),
    ]
    const data = fc.oneof(
      fc.object({ values, withNullPrototype: true, maxDepth: 3 }),
      fc.json().map((json) => JSON.parse(json)),
    )
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const { live, read } = await thereAndBack({ value })
        expect(read.data).toStrictEqual(JSON.parse(JSON.stringify({ value })))
        expect(live).toStrictEqual(read)
      }),
      { numRuns: 30 },
    )
  })
}
