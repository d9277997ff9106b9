// Contract of document stores: pages and cursors.
import { expect, test } from '@jest/globals'
import type { Find } from '../../../src/kernel/ports/documentStore.js'
import { at, findAll, idsOf, insert } from '../../../testbed/stores/documents.js'
import type { Given } from './fixture.js'

export function turningPages(given: Given): void {
  const indexes = { byGroup: ['group', 'score', '_id'], byScore: ['score', '_id'] }
  const named = (name: string) => given().store.collection({ name, indexes })
  const pages = () => named('pages.v1')
  const fill = async (count: number, name = 'pages.v1') =>
    insert(
      named(name),
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `id${String(index).padStart(3, '0')}`,
          { group: index % 2, score: index % 10 },
        ]),
      ),
    )

  test('returns everything once, forwards and in reverse, whatever the page size', async () => {
    await fill(53)
    for (const reverse of [false, true]) {
      const question = { index: 'byGroup', equals: { group: 1 }, reverse }
      const whole = idsOf((await pages().find({ ...question, limit: 1_000 })).items)
      expect(whole).toHaveLength(26)
      for (const limit of [1, 2, 13, 25, 26, 27])
        expect(idsOf(await findAll(pages(), { ...question, limit }))).toEqual(whole)
    }
  })

  test('the last page has no next cursor', async () => {
    await fill(20)
    expect((await pages().find({ index: 'byScore', limit: 20 })).next).toBeUndefined()
    expect((await pages().find({ index: 'byScore', limit: 19 })).next).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  test('skips and repeats nothing when documents come and go in between', async () => {
    await fill(40)
    const question = { index: 'byScore', limit: 10 }
    const first = await pages().find(question)
    const last = first.items.at(-1)!
    await pages().write([
      { id: last.id, expected: at(1), position: at(2), document: null },
      { id: 'new-before', position: at(2), document: { group: 0, score: -1 } },
      { id: 'new-behind', position: at(2), document: { group: 0, score: 99 } },
    ])
    const rest = idsOf(await findAll(pages(), { ...question, after: first.next! }))
    expect(rest).toHaveLength(31)
    expect(rest.at(-1)).toBe('new-behind')
    expect(rest.filter((id) => idsOf(first.items).includes(id))).toEqual([])
  })

  test('continues after any item whose cursor was requested', async () => {
    await fill(30)
    for (const reverse of [false, true]) {
      const question = { index: 'byGroup', equals: { group: 1 }, reverse }
      const whole = await pages().find({ ...question, limit: 100, cursors: true })
      expect(whole.cursors).toHaveLength(whole.items.length)
      for (const [place, after] of whole.cursors!.entries()) {
        const rest = await pages().find({ ...question, limit: 100, after })
        expect(idsOf(rest.items)).toEqual(idsOf(whole.items).slice(place + 1))
        expect(rest).not.toHaveProperty('cursors')
      }
      const first = await pages().find({ ...question, limit: 4, cursors: true })
      expect(first.cursors!.at(-1)).toBe(first.next)
    }
  })

  test('answers several queries in one call like each on its own', async () => {
    await fill(30)
    const { next } = await pages().find({ index: 'byScore', limit: 5 })
    const questions: Find[] = [
      { index: 'byGroup', equals: { group: 1 }, limit: 3, cursors: true },
      { index: 'byScore', limit: 4, after: next! },
      { index: 'byGroup', equals: { group: 7 }, limit: 3 },
    ]
    const answers = await Promise.all(questions.map((question) => pages().find(question)))
    expect(await pages().findMany(questions)).toEqual(answers)
    expect(await pages().findMany([])).toEqual([])
    const wrong = [...questions, { index: 'byScore', limit: 4, after: 'none' }]
    await expect(async () => pages().findMany(wrong)).rejects.toThrow(RangeError)
  })

  test('stays within the range of the query', async () => {
    await fill(40)
    const question: Find = { index: 'byScore', range: { from: 2, to: 6 }, limit: 3 }
    expect(await findAll(pages(), question)).toHaveLength(16)
    expect(await findAll(pages(), { ...question, reverse: true })).toHaveLength(16)
    const { next } = await pages().find({ index: 'byScore', limit: 5 })
    expect(
      (await pages().find({ index: 'byScore', range: { from: 8 }, limit: 1, after: next! })).items[0]!.document,
    ).toMatchObject({ score: 8 })
    const beyond = (await pages().find({ index: 'byScore', limit: 39 })).next!
    expect(await pages().find({ index: 'byScore', range: { to: 3 }, limit: 5, after: beyond })).toEqual({ items: [] })
  })

  test('skips up to 100,000', async () => {
    await fill(40)
    const whole = idsOf((await pages().find({ index: 'byScore', limit: 100 })).items)
    expect(idsOf((await pages().find({ index: 'byScore', skip: 15, limit: 5 })).items)).toEqual(whole.slice(15, 20))
    expect(idsOf((await pages().find({ index: 'byScore', skip: 15, limit: 5, reverse: true })).items)).toEqual(
      [...whole].reverse().slice(15, 20),
    )
    expect(await pages().find({ index: 'byScore', skip: 100_000, limit: 5 })).toEqual({ items: [] })
    const { next } = await pages().find({ index: 'byScore', limit: 10 })
    expect(idsOf((await pages().find({ index: 'byScore', after: next!, skip: 5, limit: 3 })).items)).toEqual(
      whole.slice(15, 18),
    )
  })

  test('a cursor of another query is a RangeError', async () => {
    await fill(40)
    await fill(40, 'others')
    const next = (await pages().find({ index: 'byGroup', equals: { group: 1 }, limit: 5 })).next!
    const others: [string, Find][] = [
      ['pages.v1', { index: 'byGroup', equals: { group: 0 }, limit: 5 }],
      ['pages.v1', { index: 'byGroup', limit: 5 }],
      ['pages.v1', { index: 'byScore', limit: 5 }],
      ['pages.v1', { index: 'byGroup', equals: { group: 1 }, reverse: true, limit: 5 }],
      ['others', { index: 'byGroup', equals: { group: 1 }, limit: 5 }],
    ]
    for (const [name, question] of others) {
      await expect(named(name).find({ ...question, after: next })).rejects.toThrow(RangeError)
    }
  })

  test('a malformed cursor is a RangeError', async () => {
    await fill(40)
    const question = { index: 'byScore', limit: 5 }
    const next = (await pages().find(question)).next!
    for (const after of [
      '',
      'x',
      'é',
      next.slice(0, 10),
      `${next}=`,
      ` ${next}`,
      `x${next}`,
      'A'.repeat(1e6),
      '\u0000',
    ]) {
      await expect(pages().find({ ...question, after })).rejects.toThrow(RangeError)
    }
  })

  test('a cursor stays valid when a rebuild goes live in between', async () => {
    await fill(40)
    await fill(40, 'pages.v2')
    const question = { index: 'byScore', limit: 10 }
    const first = await pages().find(question)
    const rest = await findAll(named('pages.v2'), { ...question, after: first.next! })
    expect(new Set([...idsOf(first.items), ...idsOf(rest)]).size).toBe(40)
  })
}
