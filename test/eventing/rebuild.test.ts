// Rebuilding a read model beside the live one.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { DamagedDocument } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { type Call, createGate, interfered } from './interference.js'
import { pollDocument, untilServed } from './pollDocument.js'
import { shortenTimers } from './shortenTimers.js'
import { added, removed, tallyModel } from './tallies.js'
import type { Process, World } from './world.js'

shortenTimers(10)
const { createWorld, turns } = await import('./world.js')
const { dump } = await import('../../src/eventing/verify.js')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

const dumpOf = async ({ generations }: Process, model = tallyModel()) => {
  const { generation } = await generations.live(model)
  let text = ''
  for await (const line of dump(generation.collection)) text += line
  return text
}

/** @param beforeWrite called before each write to the new generation */
const openWithWrites = (beforeWrite: () => void) =>
  world.openProcess({
    projections: [tallyModel()],
    documents: (real) =>
      interfered(real, ({ collection, method }) => {
        if (collection === 'tally.v2' && method === 'write') beforeWrite()
      }),
  })

describe('a rebuild', () => {
  test('produces the same documents in a new generation, and switches readers to it', async () => {
    const flow = await world.openProcess({ projections: [tallyModel(), tallyModel({ name: 'other' })] })
    await flow.append(added(['a', 'b', 'c'], 2), removed('b'), added('c', 5))
    await flow.untilFolded()
    const before = await dumpOf(flow)
    const reported: number[] = []
    const rebuilt = await flow.rebuild(['tally'], (events) => reported.push(events))
    expect(rebuilt).toEqual([{ model: 'tally', generation: 2, position: await flow.store.head() }])
    expect(reported.at(-1)).toBe(3)
    expect(flow.runner.serving('tally').number).toBe(2)
    expect(flow.runner.serving('other').number).toBe(1)
    expect(await dumpOf(flow)).toBe(before)
    await flow.append(added('a', 100))
    expect(await flow.untilFolded()).toBe(true)
    expect(await flow.get('a')).toEqual({ times: 2, sum: 102 })
  })

  test('continues where it was after a store was unavailable', async () => {
    let refusals = 0
    const flow = await openWithWrites(() => {
      if (refusals < 3) throw new StoreUnavailable(`down, ${++refusals}`)
    })
    await flow.append(added(['a', 'b', 'c'], 2), removed('b'), added('c', 5))
    await flow.untilFolded()
    const before = await dumpOf(flow)
    const reported: number[] = []
    await flow.rebuild(['tally'], (events) => reported.push(events))
    expect(refusals).toBe(3)
    expect(reported).toEqual([3])
    expect(flow.runner.serving('tally').number).toBe(2)
    expect(await dumpOf(flow)).toBe(before)
  })

  test('does not wait for a damaged document', async () => {
    let damages = 0
    const flow = await openWithWrites(() => {
      throw new DamagedDocument(`damaged ${++damages}`)
    })
    await flow.append(added('a'))
    await flow.untilFolded()
    await expect(flow.rebuild(['tally'])).rejects.toThrow('damaged 1')
  })

  test('repairs wrong, missing and foreign documents', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    const position = await flow.append(added('a'), added('b'))
    await flow.untilFolded()
    const before = await dumpOf(flow)
    const { collection } = flow.runner.serving('tally')
    const [a, b] = await collection.getMany(['a', 'b'])
    await collection.write([
      { id: 'a', expected: a!.position, position: a!.position, document: { times: 9, sum: 9 } },
      { id: 'b', expected: b!.position, position: b!.position, document: null },
      { id: 'foreign', position, document: { times: 1, sum: 1 } },
    ])
    await flow.rebuild(['tally'])
    expect(await dumpOf(flow)).toBe(before)
  })

  test('of an empty log produces an empty model', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    await flow.rebuild(['tally'])
    await flow.append(added('a'))
    expect(await flow.untilFolded()).toBe(true)
    expect(await flow.get('a')).toEqual({ times: 1, sum: 1 })
  })

  test('whose fold throws changes nothing for readers, and the next one succeeds', async () => {
    const broken = { on: false }
    const model = tallyModel({
      beforeFold: () => {
        if (broken.on) throw new Error('no')
      },
    })
    const flow = await world.openProcess({ projections: [model] })
    await flow.append(added('a'), added('b'))
    await flow.untilFolded()
    broken.on = true
    await expect(flow.rebuild(['tally'])).rejects.toThrow('no')
    expect(flow.runner.serving('tally').number).toBe(1)
    expect(await flow.get('a')).toEqual({ times: 1, sum: 1 })
    broken.on = false
    const [{ generation } = { generation: 0 }] = await flow.rebuild(['tally'])
    expect(generation).toBeGreaterThan(1)
    expect(flow.runner.serving('tally').number).toBe(generation)
    expect(await flow.get('b')).toEqual({ times: 1, sum: 1 })
  })

  test('that fails says why it failed, even if what it has written cannot be dropped', async () => {
    let broken = false
    const model = tallyModel({
      beforeFold: () => {
        broken = true
        throw new Error('no')
      },
    })
    const refuse = ({ collection, method }: Call) => {
      if (broken && collection === 'read_models' && method === 'get') throw new StoreUnavailable('down')
    }
    const flow = await world.openProcess({
      projections: [model],
      documents: (real) => interfered(real, refuse),
      start: false,
    })
    await flow.append(added('a'))
    await expect(flow.rebuild(['tally'])).rejects.toThrow('no')
  })
})

describe('a rebuild beside a live runner, during appends', () => {
  test('never shows readers a missing or older document, and loses no event', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    await flow.append(...Array.from({ length: 300 }, (_, index) => added(['all', `d${index}`])))
    await flow.untilFolded()
    const watchers = ['all', 'd0', 'd299'].map((id) => pollDocument(flow, id))
    let appended = 300
    let done = false
    const writer = (async () => {
      for (; !done; appended++) await flow.append(added('all'))
    })()
    for (let generation = 2; generation <= 5; generation++) {
      expect(await flow.rebuild(['tally'])).toMatchObject([{ generation }])
      await untilServed(flow, generation)
    }
    done = true
    await writer
    expect(await flow.untilFolded()).toBe(true)
    const watched = await Promise.all(watchers.map((watcher) => watcher.end()))
    expect(watched.flatMap(({ problems }) => problems)).toEqual([])
    expect(await flow.get('all')).toEqual({ times: appended, sum: appended })
  })

  test('includes events appended meanwhile before it goes live', async () => {
    const gate = createGate()
    const flow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) =>
        interfered(real, ({ collection, method, ids }) =>
          collection === 'checkpoints' && method === 'write' && !ids.includes('tally.v1') ? gate.pass() : undefined,
        ),
    })
    await flow.append(added('a'))
    await flow.untilFolded()
    gate.close()
    const rebuilding = flow.rebuild(['tally'])
    await gate.arrived()
    const seen = await flow.append(added('a'))
    await flow.untilFolded()
    gate.open()
    expect(await rebuilding).toEqual([{ model: 'tally', generation: expect.any(Number), position: seen }])
    expect(await flow.get('a')).toEqual({ times: 2, sum: 2 })
  })

  test('shows no older document when the flip happens during a write', async () => {
    const [flipping, moving, next] = [createGate(), createGate(), createGate()]
    const gateOf = ({ collection, ids }: Call) => {
      if (collection === 'read_models') return flipping
      if (collection === 'checkpoints') return ids.includes('tally.v1') ? moving : undefined
      return collection === 'tally.v1' ? undefined : next
    }
    const flow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) => interfered(real, (call) => (call.method === 'write' ? gateOf(call)?.pass() : undefined)),
    })
    await flow.append(added('a'))
    await flow.untilFolded()
    let folded = false
    const rebuilding = flow.rebuild(['tally'], () => {
      folded = true
      flipping.close()
    })
    await eventually(
      () => folded,
      (is) => is,
    )
    await flipping.arrived()
    // The new generation has caught up; now the live one advances and has written everything but its checkpoint.
    moving.close()
    next.close()
    await flow.append(added('a'))
    await moving.arrived()
    expect(await flow.get('a')).toEqual({ times: 2, sum: 2 })
    const watcher = pollDocument(flow, 'a')
    flipping.open()
    await turns(200)
    moving.open()
    await turns(200)
    next.open()
    await rebuilding
    expect(await flow.untilFolded()).toBe(true)
    expect(await watcher.end()).toEqual({ problems: [], last: { times: 2, sum: 2 } })
  })
})
