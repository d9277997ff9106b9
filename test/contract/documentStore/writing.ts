// Contract of document stores: conditional writes and tombstones.
import { expect, test } from '@jest/globals'
import { canonicalJson } from '../../../src/kernel/canonicalJson.js'
import type { Change, Document } from '../../../src/kernel/ports/documentStore.js'
import { at, insert } from '../../../testbed/stores/documents.js'
import type { Given } from './fixture.js'

export function writing(given: Given): void {
  const things = () => given().store.collection({ name: 'things' })

  test('a missing document reads as null', async () => {
    expect(await things().get('a')).toBeUndefined()
    expect(await things().write([{ id: 'a', position: at(1), document: { age: 1 } }])).toEqual([])
    expect(await things().get('a')).toEqual({ id: 'a', position: at(1), document: { age: 1 } })
  })

  test('a document that must not exist, but does, is a conflict and stays', async () => {
    await insert(things(), { a: { age: 1 } })
    expect(await things().write([{ id: 'a', position: at(2), document: { age: 2 } }])).toEqual(['a'])
    expect((await things().get('a'))?.document).toEqual({ age: 1 })
  })

  test('a document is replaced at its current position only', async () => {
    await insert(things(), { a: { age: 1 } })
    expect(await things().write([{ id: 'a', expected: at(2), position: at(3), document: { age: 3 } }])).toEqual(['a'])
    expect(await things().write([{ id: 'a', expected: at(1), position: at(2), document: { age: 2 } }])).toEqual([])
    expect(await things().get('a')).toEqual({ id: 'a', position: at(2), document: { age: 2 } })
  })

  test('a document that must exist, but does not, is a conflict', async () => {
    expect(await things().write([{ id: 'a', expected: at(1), position: at(2), document: {} }])).toEqual(['a'])
    expect(await things().get('a')).toBeUndefined()
  })

  test('each change has its own condition', async () => {
    await insert(things(), { a: {}, b: {} })
    const conflicts = await things().write([
      { id: 'a', expected: at(1), position: at(2), document: { done: true } },
      { id: 'b', expected: at(9), position: at(2), document: { done: true } },
      { id: 'c', position: at(2), document: { done: true } },
    ])
    expect(conflicts).toEqual(['b'])
    expect((await things().getMany(['a', 'b', 'c'])).map((found) => found?.document)).toEqual([
      { done: true },
      {},
      { done: true },
    ])
  })

  test('a tombstone is returned by getMany, but not by get, and guards against older writes', async () => {
    await insert(things(), { a: { age: 1 } })
    await things().write([{ id: 'a', expected: at(1), position: at(5), document: null }])
    expect(await things().get('a')).toBeUndefined()
    expect(await things().getMany(['a'])).toEqual([{ id: 'a', position: at(5), document: null }])
    expect(await things().write([{ id: 'a', position: at(2), document: { old: true } }])).toEqual(['a'])
    expect(await things().write([{ id: 'a', expected: at(1), position: at(2), document: { old: true } }])).toEqual([
      'a',
    ])
    expect(await things().write([{ id: 'a', expected: at(5), position: at(6), document: { again: true } }])).toEqual([])
    expect((await things().get('a'))?.document).toEqual({ again: true })
  })

  test('a tombstone can be the first write of an id', async () => {
    expect(await things().write([{ id: 'a', position: at(3), document: null }])).toEqual([])
    expect(await things().getMany(['a', 'b'])).toEqual([{ id: 'a', position: at(3), document: null }, undefined])
  })

  test('getMany returns results in the order of its ids', async () => {
    await insert(things(), { a: { n: 1 }, b: { n: 2 } })
    const found = await things().getMany(['b', 'none', 'a', 'b'])
    expect(found.map((stored) => stored?.document)).toEqual([{ n: 2 }, undefined, { n: 1 }, { n: 2 }])
    expect(await things().getMany([])).toEqual([])
  })

  test('an empty list writes nothing', async () => {
    expect(await things().write([])).toEqual([])
  })

  test('of 50 concurrent replacements of a document one wins', async () => {
    await insert(things(), { a: {} })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, winner) =>
        things().write([{ id: 'a', expected: at(1), position: at(2), document: { winner } }]),
      ),
    )
    const winners = outcomes.flatMap((conflicts, winner) => (conflicts.length === 0 ? [winner] : []))
    expect(winners).toHaveLength(1)
    expect((await things().get('a'))?.document).toEqual({ winner: winners[0] })
  })

  test('of two handles that replace the same documents concurrently, each document has one winner', async () => {
    const other = (await given().second()).collection({ name: 'things' })
    const ids = Array.from({ length: 20 }, (_, index) => `id${index}`)
    await things().write(ids.map((id) => ({ id, position: at(1), document: {} })))
    for (let round = 1; round <= 5; round++) {
      const replacedBy = (winner: string) =>
        ids.map((id) => ({ id, expected: at(round), position: at(round + 1), document: { winner } }))
      const [lostByOne, lostByOther] = await Promise.all([
        things().write(replacedBy('one')),
        other.write(replacedBy('other').reverse()),
      ])
      expect([...lostByOne, ...lostByOther].sort()).toEqual([...ids].sort())
      for (const stored of await things().getMany(ids)) {
        expect(stored!.document).toEqual({ winner: lostByOne.includes(stored!.id) ? 'other' : 'one' })
      }
    }
  })

  test('several changes of one document in one call take effect in order', async () => {
    const change = (position: number, expected?: number) => ({
      id: 'a',
      position: at(position),
      document: { position },
      ...(expected !== undefined && { expected: at(expected) }),
    })
    expect(await things().write([change(9, 1), change(1), change(2, 1), change(3), change(4, 2)])).toEqual(['a', 'a'])
    expect(await things().get('a')).toEqual({ id: 'a', position: at(4), document: { position: 4 } })
  })

  test('of two handles that insert the same document, one wins', async () => {
    const other = (await given().second()).collection({ name: 'things' })
    for (let round = 0; round < 20; round++) {
      const id = `a${round}`
      const outcomes = await Promise.all(
        [things(), other].map((one) => one.write([{ id, position: at(1), document: {} }])),
      )
      expect(outcomes.flat()).toEqual([id])
    }
  })

  test('one handle reads what another wrote', async () => {
    const other = (await given().second()).collection({ name: 'things' })
    await insert(things(), { a: { n: 1 } })
    expect(await other.getMany(['a'])).toEqual([{ id: 'a', position: at(1), document: { n: 1 } }])
  })

  test('thousands of changes in one call all take effect', async () => {
    const count = 2_300
    const changes = Array.from({ length: count }, (_, index) => ({
      id: `id${index}`,
      position: at(1),
      document: { index },
    }))
    expect(await things().write(changes)).toEqual([])
    const again = await things().write(changes)
    expect(again).toEqual(changes.map(({ id }) => id))
    const found = await things().getMany(changes.map(({ id }) => id))
    expect(found.map((stored) => stored?.document)).toEqual(changes.map(({ document }) => document))
  })

  test('keeps document content exactly', async () => {
    const text = '\u0000\r\n\u2028😀\n"\\{"a":1}'
    const document = { text, list: [null, true, 1e300, { deep: [[]] }], empty: {} }
    await things().write([{ id: text, position: at(1), document }])
    expect(await things().get(text)).toStrictEqual({ id: text, position: at(1), document })
    expect(await things().getMany([text])).toStrictEqual([{ id: text, position: at(1), document }])
  })

  test('keeps numbers of any magnitude, and members with unusual names', async () => {
    const text =
      '{"0":[],"constructor":1,"large":9007199254740994,"larger":1e+21,"negative":-2147483649,"rows":{"12":{"_id":"nested"}},"small":5e-324,"toString":null}'
    await things().write([{ id: 'a', position: at(1), document: JSON.parse(text) }])
    for (const stored of [await things().get('a'), ...(await things().getMany(['a']))]) {
      expect(canonicalJson(stored!.document)).toBe(text)
    }
  })

  test('leaves out members that are undefined', async () => {
    await things().write([{ id: 'a', position: at(1), document: { a: undefined, b: [{ c: undefined }] } }])
    expect(await things().get('a')).toStrictEqual({ id: 'a', position: at(1), document: { b: [{}] } })
  })

  test.each<readonly [string, { readonly id?: string; readonly position?: string; readonly document?: object }]>([
    ['text with a lone surrogate', { document: { deep: [{ text: 'a\ud800' }] } }],
    ['an id with a lone surrogate', { id: '\udc00' }],
    ['a name with a dot', { document: { domains: { 'example.com': 1 } } }],
    ['a name that starts with a dollar sign', { document: { $set: {} } }],
    ['an empty name', { document: { deep: { '': 1 } } }],
    ['the name of a prototype', { document: JSON.parse('{"deep":{"__proto__":{}}}') }],
    ['the name of an internal member', { document: { _mailproof: {} } }],
    ['an id among the members', { document: { _id: 'b' } }],
    ['a number that is none', { document: { a: Number.NaN } }],
    ['an infinite number', { document: { a: [Number.POSITIVE_INFINITY] } }],
    ['a bigint', { document: { a: 1n } }],
    ['a date', { document: { a: new Date(0) } }],
    ['a position of another form', { position: '1' }],
  ])('rejects %s, and writes nothing', async (_, wrong) => {
    const change = { id: 'a', position: at(1), document: {}, ...wrong } as Change<Document>
    await expect(things().write([{ id: 'b', position: at(1), document: {} }, change])).rejects.toThrow(RangeError)
    expect(await things().getMany(['a', 'b'])).toEqual([undefined, undefined])
  })

  test('an id that cannot be written is not found', async () => {
    await insert(things(), { '\ufffd': {} })
    expect(await things().get('\ud800')).toBeUndefined()
    expect(await things().getMany(['\ud800'])).toEqual([undefined])
  })

  test('keeps times as they were written, whatever their format', async () => {
    const times = { at: 'iso', until: 'milliseconds', 'list.minute': 'minutes', 'deep.list.at': 'iso' } as const
    const timed = given().store.collection({ name: 'timed', times })
    const documents: { [id: string]: Document } = {
      all: {
        at: '2026-01-20T00:00:00.000Z',
        until: 1_763_000_000_123,
        list: [{ minute: 29_000_000, count: 1 }, { minute: -1 }],
        deep: { list: [{ at: '0001-01-01T00:00:00.000Z' }, { at: '9999-12-31T23:59:59.999Z' }] },
      },
      none: { at: null, list: [], deep: {} },
      unusual: { at: '2026-02-30T00:00:00.000Z', until: 0.5, list: [{ minute: 1e300 }, 1, null], deep: 'list' },
      other: { at: '2026-01-20', until: '2026-01-20T00:00:00.000Z', list: 1, deep: { list: { at: 0 } } },
      elsewhere: { created: '2026-01-20T00:00:00.000Z', deep: { at: '2026-01-20T00:00:00.000Z' } },
    }
    await insert(timed, documents)
    for (const [id, document] of Object.entries(documents)) {
      expect(await timed.get(id)).toStrictEqual({ id, position: at(1), document })
    }
  })

  test('distinguishes ids that differ late, whatever their length', async () => {
    const ids = ['a', 'b'].map((last) => 'x'.repeat(3_000) + last).concat('\ufffd', '\uffff', `${'é'.repeat(1_000)}`)
    await things().write(ids.map((id, index) => ({ id, position: at(1), document: { index } })))
    for (const [index, id] of ids.entries())
      expect(await things().get(id)).toEqual({ id, position: at(1), document: { index } })
  })

  test('accepts a document of a megabyte', async () => {
    const document = { text: 'é'.repeat(500_000) }
    await things().write([{ id: 'a', position: at(1), document }])
    expect((await things().get('a'))?.document).toEqual(document)
  })
}
