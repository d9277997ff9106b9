// Several runners on the same stores count nothing twice.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { Position } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { createGate, interfered } from './interference.js'
import { added, removed, tallyModel } from './tallies.js'
import { createWorld, type Process, type World } from './world.js'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

const documentsOf = async ({ documents }: Process) => {
  const found: { [id: string]: unknown } = {}
  for await (const { id, document } of documents.collection({ name: 'tally.v1' }).all()) found[id] = document
  return found
}

describe('two runners on the same stores', () => {
  test('count nothing twice and lose nothing', async () => {
    const flows = [
      await world.openProcess({ projections: [tallyModel()] }),
      await world.openProcess({ projections: [tallyModel()] }),
    ]
    // One document that all events touch, and many that few do.
    const sums: { [id: string]: { times: number; sum: number } } = { all: { times: 0, sum: 0 } }
    for (let round = 0; round < 15; round++) {
      await Promise.all(
        flows.map((flow, number) => {
          const events = Array.from({ length: 10 }, (_, index) => added(['all', `d${index % (round + 1)}`], number + 1))
          for (const { data } of events as ReturnType<typeof added>[] & { data: { to: string[]; by: number } }[]) {
            for (const id of data.to) {
              const { times, sum } = sums[id] ?? { times: 0, sum: 0 }
              sums[id] = { times: times + 1, sum: sum + data.by }
            }
          }
          return flow.append(...events)
        }),
      )
    }
    for (const flow of flows) expect(await flow.untilFolded()).toBe(true)
    expect(await documentsOf(flows[0]!)).toEqual(sums)
    expect(sums.all).toEqual({ times: 300, sum: 450 })
    for (const flow of flows) expect(await flow.statusOf()).toMatchObject({ state: 'running', caughtUp: true })
  })

  test('match the log when one of them hangs during a write', async () => {
    const gate = createGate()
    const slow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) =>
        interfered(real, ({ collection, method }) =>
          collection === 'tally.v1' && method === 'write' ? gate.pass() : undefined,
        ),
    })
    const quick = await world.openProcess({ projections: [tallyModel()] })
    gate.close()
    await slow.append(added('a', 1), added('b', 1))
    await gate.arrived()
    await quick.append(added('a', 10), removed('b'), added('c', 10))
    expect(await quick.untilFolded()).toBe(true)
    gate.open()
    expect(await slow.untilFolded()).toBe(true)
    expect(await documentsOf(slow)).toEqual({ a: { times: 2, sum: 11 }, c: { times: 1, sum: 10 } })
    await quick.append(added('b', 100))
    expect(await slow.untilFolded()).toBe(true)
    expect(await slow.get('b')).toEqual({ times: 1, sum: 100 })
  })

  test('never move the checkpoint back', async () => {
    const flows = await Promise.all([1, 2, 3].map(() => world.openProcess({ projections: [tallyModel()] })))
    const checkpoints = flows[0]!.documents.collection({ name: 'checkpoints' })
    const seen: Position[] = []
    for (let round = 0; round < 50; round++) {
      await flows[round % 3]!.append(added(`${round}`))
      seen.push((await checkpoints.get('tally.v1'))?.position ?? '')
    }
    expect(seen).toEqual([...seen].sort())
    for (const flow of flows) expect(await flow.untilFolded()).toBe(true)
    expect(Object.keys(await documentsOf(flows[0]!))).toHaveLength(50)
  })
})

describe('a runner that died', () => {
  test('between writing documents and checkpoint counts nothing twice after a restart', async () => {
    let dying = false
    const flow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) =>
        interfered(real, ({ collection, method }) => {
          if (dying && collection === 'checkpoints' && method === 'write') throw new StoreUnavailable('dead')
        }),
    })
    const before = await flow.append(added('a', 1))
    await flow.untilFolded()
    dying = true
    await flow.append(added(['a', 'b'], 10), removed('b'))
    // The documents are written; the checkpoint is not.
    await eventually(
      () => flow.get('a'),
      (tally) => tally?.times === 2,
    )
    expect(await flow.runner.waitForPosition(await flow.store.head(), ['tally'], 500)).toBe(false)
    expect(await flow.get('a')).toEqual({ times: 2, sum: 11 })
    expect((await flow.documents.collection({ name: 'checkpoints' }).get('tally.v1'))?.position).toBe(before)
    await flow.end()

    const next = await world.openProcess({ projections: [tallyModel()] })
    await next.append(added('a', 100))
    expect(await next.untilFolded()).toBe(true)
    expect(await documentsOf(next)).toEqual({ a: { times: 3, sum: 111 } })
  })

  test('continues from its checkpoint: no event is folded again', async () => {
    const folded: Position[] = []
    const model = tallyModel({ beforeFold: ({ position }) => folded.push(position) })
    const flow = await world.openProcess({ projections: [model] })
    await flow.append(added('a'), added('b'), added('a'))
    await flow.untilFolded()
    await flow.end()
    folded.length = 0

    const next = await world.openProcess({ projections: [model], start: false })
    expect(await next.statusOf()).toMatchObject({ caughtUp: true, generation: 1, version: 1 })
    expect(await next.get('a')).toEqual({ times: 2, sum: 2 })
    next.runner.start()
    const place = await next.append(added('a'))
    expect(await next.untilFolded()).toBe(true)
    expect(folded).toEqual([place])
  })

  test('restores everything when its documents are lost', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    await flow.append(added('a'), added('b'), removed('b'))
    await flow.untilFolded()
    const before = await documentsOf(flow)
    for (const name of ['tally.v1', 'checkpoints', 'read_models']) await flow.documents.collection({ name }).drop()
    await flow.end()
    const next = await world.openProcess({ projections: [tallyModel()] })
    expect(await next.untilFolded()).toBe(true)
    expect(await documentsOf(next)).toEqual(before)
  })
})
