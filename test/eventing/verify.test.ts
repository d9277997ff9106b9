// Comparing read models with the log, while they are in use.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Document } from '../../src/kernel/ports/documentStore.js'
import { collect } from '../../testbed/given/events.js'
import { interfered } from './interference.js'
import { added, removed, tallyModel } from './tallies.js'
import { createWorld, type Process, type World } from './world.js'

let world: World
let flow: Process
beforeEach(async () => {
  world = createWorld()
  flow = await world.openProcess({ projections: [tallyModel(), tallyModel({ name: 'other' })] })
})
afterEach(() => world.dispose())

/** Replaces a document without the runner's knowledge. */
async function tamper(id: string, document: Document | null, place?: string): Promise<void> {
  const { collection } = flow.runner.serving('tally')
  const [found] = await collection.getMany([id])
  const position = place ?? found?.position ?? (await flow.store.head())
  expect(await collection.write([{ id, position, document, ...(found && { expected: found.position }) }])).toEqual([])
}

async function fill(): Promise<void> {
  await flow.append(added(['a', 'b', 'c']), added('a', 5), removed('c'), added('d'))
  await flow.untilFolded()
}

describe('a model that matches the log', () => {
  test('is found equal, with the number of its documents and the position', async () => {
    await fill()
    expect(await flow.verify(['tally', 'other'])).toEqual(
      ['tally', 'other'].map((model) => ({ model, documents: 3, different: [], position: expect.any(String) })),
    )
    expect((await flow.verify(['tally'])).map(({ position }) => position)).toEqual([await flow.store.head()])
  })

  test('is found equal when it is empty', async () => {
    expect(await flow.verify(['tally'])).toMatchObject([{ documents: 0, different: [] }])
  })

  test('is found equal after a rebuild', async () => {
    await fill()
    await flow.rebuild(['tally'])
    expect(await flow.verify(['tally'])).toMatchObject([{ documents: 3, different: [] }])
  })

  test('is found equal while documents are being written', async () => {
    await fill()
    let done = false
    const writers = [1, 2].map(async (number) => {
      for (let count = 0; !done; count++) await flow.append(added(['a', `w${number}-${count % 20}`]))
    })
    const verified = [...(await flow.verify(['tally', 'other'])), ...(await flow.verify(['tally']))]
    done = true
    await Promise.all(writers)
    expect(verified.map(({ different }) => different)).toEqual([[], [], []])
  })

  test('is found equal even if it advances just before each read', async () => {
    await fill()
    const follower = await world.openProcess({
      projections: [tallyModel()],
      start: false,
      documents: (real) =>
        interfered(real, async ({ collection, method, ids }) => {
          if (collection !== 'tally.v1' || !ids.includes('a') || method === 'write') return
          await flow.append(added('a'))
          await flow.untilFolded()
        }),
    })
    expect(await follower.verify(['tally'])).toMatchObject([{ different: [] }])
  })

  test('is found equal even if another process verifies it at the same time', async () => {
    await fill()
    let others = 0
    const one = await world.openProcess({
      projections: [tallyModel()],
      start: false,
      documents: (real) =>
        interfered(real, async ({ collection, method, ids }) => {
          if (collection !== 'tally.v1' || !ids.includes('a') || method === 'write' || others > 0) return
          others++
          expect(await flow.verify(['tally'])).toMatchObject([{ documents: 3, different: [] }])
        }),
    })
    expect(await one.verify(['tally'])).toMatchObject([{ documents: 3, different: [] }])
    expect(others).toBe(1)
  })

  test('is unchanged afterwards, and the scratch generation is gone', async () => {
    await fill()
    const { documents, generations } = flow
    const all = async () => ({
      live: await collect(documents.collection({ name: 'tally.v1' }).all()),
      pointer: await generations.pointer('tally'),
      checkpoints: await collect(documents.collection({ name: 'checkpoints' }).all()),
      scratch: await collect(documents.collection({ name: 'tally.v1000001' }).all()),
    })
    const before = await all()
    await flow.verify(['tally'])
    expect(await all()).toEqual(before)
    expect(before.scratch).toEqual([])
  })
})

describe('a model that does not match the log', () => {
  test.each<[string, Document | null]>([
    ['has another value', { times: 2, sum: 7 }],
    ['has a member more', { times: 2, sum: 6, more: null }],
    ['has a member less', { times: 2 }],
    ['is missing', null],
  ])('because a document %s is found different, and the document is named', async (_, document) => {
    await fill()
    await tamper('a', document)
    expect(await flow.verify(['tally', 'other'])).toMatchObject([
      { model: 'tally', different: ['a'] },
      { model: 'other', different: [] },
    ])
  })

  test('because of a document that no event created is found different, and the document is named', async () => {
    await fill()
    await tamper('foreign', { times: 1, sum: 1 })
    expect(await flow.verify(['tally'])).toMatchObject([{ documents: 3, different: ['foreign'] }])
  })

  test('because a deleted document exists again is found different, and the document is named', async () => {
    await fill()
    await tamper('c', { times: 1, sum: 1 })
    expect(await flow.verify(['tally'])).toMatchObject([{ different: ['c'] }])
  })

  test('because a document has a later position than its events is found different, and the document is named', async () => {
    await fill()
    await tamper('a', { times: 9, sum: 9 }, 'f'.repeat(32))
    await tamper('foreign', { times: 9, sum: 9 }, 'f'.repeat(32))
    const [{ different } = { different: [] }] = await flow.verify(['tally'])
    expect([...different].sort()).toEqual(['a', 'foreign'])
  })

  test('in many documents names ten of them', async () => {
    await flow.append(...Array.from({ length: 30 }, (_, index) => added(`d${index}`)))
    await flow.untilFolded()
    for (let index = 0; index < 30; index++) await tamper(`d${index}`, { times: 0, sum: 0 })
    const [{ different, documents } = { different: [], documents: 0 }] = await flow.verify(['tally'])
    expect(documents).toBe(30)
    expect(new Set(different).size).toBe(10)
  })
})
