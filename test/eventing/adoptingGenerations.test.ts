// A running process adopts read models that another one has rebuilt.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { type Call, createGate, interfered } from './interference.js'
import { pollDocument, untilServed } from './pollDocument.js'
import { shortenTimers } from './shortenTimers.js'
import { added, tallyModel } from './tallies.js'
import type { World } from './world.js'

shortenTimers(10)
const { createWorld, turns } = await import('./world.js')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

describe('a rebuild by another process', () => {
  test('is adopted by the running process, and no reader sees a step back', async () => {
    const flow = await world.openProcess({ projections: [tallyModel()] })
    const other = await world.openProcess({ projections: [tallyModel()], start: false })
    await flow.append(...Array.from({ length: 50 }, () => added('a')))
    await flow.untilFolded()
    const watcher = pollDocument(flow, 'a')
    await other.rebuild(['tally'])
    await flow.append(added('a'))
    await untilServed(flow, 2)
    await flow.append(added('a'))
    expect(await flow.untilFolded()).toBe(true)
    expect(await watcher.end()).toEqual({ problems: [], last: { times: 52, sum: 52 } })
    expect(await flow.statusOf()).toMatchObject({ generation: 2, state: 'running', caughtUp: true })
  })

  test('that lags is not served before it has reached what readers see', async () => {
    const gate = createGate()
    const flow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) =>
        interfered(real, ({ collection, method }) =>
          collection === 'tally.v2' && method === 'write' ? gate.pass() : undefined,
        ),
    })
    const other = await world.openProcess({ projections: [tallyModel()], start: false })
    await flow.append(added('a'))
    await flow.untilFolded()
    const behind = await other.generations.createEmpty(tallyModel(), 2)
    expect(await other.generations.flip(behind, '2026-11-21T00:00:00.000Z')).toBe(true)
    const watcher = pollDocument(flow, 'a')
    gate.close()
    await gate.arrived()
    await turns(50)
    expect(flow.runner.serving('tally').number).toBe(1)
    gate.open()
    await untilServed(flow, 2)
    expect(await watcher.end()).toEqual({ problems: [], last: { times: 1, sum: 1 } })
  })

  test('that lags misses no event appended during its adoption', async () => {
    const gate = createGate()
    const flow = await world.openProcess({
      projections: [tallyModel()],
      store: (real) => ({ ...real, head: () => gate.pass().then(() => real.head()) }),
    })
    const other = await world.openProcess({ projections: [tallyModel()], start: false })
    await flow.append(added('a'), added('a'))
    await flow.untilFolded()
    gate.close()
    await other.generations.flip(await other.generations.createEmpty(tallyModel(), 2), '2026-11-21T00:00:00.000Z')
    await Promise.race([gate.arrived(), untilServed(flow, 2)])
    await flow.append(added('a'))
    await turns(500)
    gate.open()
    await untilServed(flow, 2)
    expect(await flow.untilFolded()).toBe(true)
    expect(await flow.get('a')).toEqual({ times: 3, sum: 3 })
  })

  test.each<[string, (call: Call) => boolean]>([
    ['the pointer', ({ collection, method }) => collection === 'read_models' && method === 'getMany'],
    [
      'the checkpoint',
      ({ collection, method, ids }) => collection === 'checkpoints' && method === 'get' && ids.includes('tally.v2'),
    ],
    ['the log', () => false],
  ])('is taken over also when %s did not answer at first', async (what, matches) => {
    const outage = { on: false, refused: 0 }
    const refuse = (refused: boolean) => {
      if (!outage.on || !refused || outage.refused >= 2) return
      outage.refused++
      throw new StoreUnavailable('down')
    }
    const flow = await world.openProcess({
      projections: [tallyModel()],
      documents: (real) => interfered(real, (call) => refuse(matches(call))),
      store: (real) => ({
        ...real,
        async head() {
          refuse(what === 'the log')
          return real.head()
        },
      }),
    })
    const other = await world.openProcess({ projections: [tallyModel()], start: false })
    await flow.append(added('a'))
    await flow.untilFolded()
    outage.on = true
    await other.rebuild(['tally'])
    await flow.append(added('a'))
    await untilServed(flow, 2)
    await flow.append(added('a'))
    expect(await flow.untilFolded()).toBe(true)
    expect(outage.refused).toBe(2)
    expect(await flow.get('a')).toEqual({ times: 3, sum: 3 })
  })

  test('repairs a model that has stopped', async () => {
    let broken = true
    const beforeFold = () => {
      if (broken) throw new Error('no')
    }
    const flow = await world.openProcess({ projections: [tallyModel({ beforeFold })] })
    await flow.append(added('a'))
    await eventually(
      () => flow.statusOf(),
      ({ state }) => state === 'stopped',
    )
    broken = false
    const other = await world.openProcess({ projections: [tallyModel()], start: false })
    await other.rebuild(['tally'])
    const status = await eventually(
      () => flow.statusOf(),
      ({ state }) => state === 'running',
    )
    expect(status).toMatchObject({ generation: 2, caughtUp: true })
    expect(status).not.toHaveProperty('error')
    expect(await flow.get('a')).toEqual({ times: 1, sum: 1 })
  })
})

describe('a model ahead of its log, because an older copy was restored', () => {
  test('is reported as outdated, and matches the log after a rebuild', async () => {
    const before = await world.openProcess({ projections: [tallyModel()] })
    await before.append(added('a'), added('a'), added('a'), added('lost'))
    await before.untilFolded()
    await before.end()

    const flow = await world.openProcess({ projections: [tallyModel()], log: 'older.mdb', start: false })
    await flow.append(added('a'))
    expect(await flow.runner.outdated()).toEqual(['tally'])
    await flow.rebuild(['tally'])
    expect(await flow.runner.outdated()).toEqual([])
    flow.runner.start()
    await flow.append(added('b'))
    expect(await flow.untilFolded()).toBe(true)
    expect(await Promise.all(['a', 'b', 'lost'].map((id) => flow.get(id)))).toEqual([
      { times: 1, sum: 1 },
      { times: 1, sum: 1 },
      undefined,
    ])
  })

  test('that another process has rebuilt is adopted before the start, even if the log is longer again', async () => {
    const before = await world.openProcess({ projections: [tallyModel()] })
    await before.append(added('a'), added('a'), added('a'), added('lost'))
    await before.untilFolded()
    await before.end()

    const flow = await world.openProcess({ projections: [tallyModel()], log: 'older.mdb', start: false })
    const other = await world.openProcess({ projections: [tallyModel()], log: 'older.mdb', start: false })
    await other.append(added('a'))
    await other.rebuild(['tally'])
    await other.append(...Array.from({ length: 5 }, () => added('b')))
    await flow.runner.adoptNewGenerations()
    expect(await flow.runner.outdated()).toEqual([])
    flow.runner.start()
    expect(await flow.untilFolded()).toBe(true)
    expect(await flow.get('b')).toEqual({ times: 5, sum: 5 })
  })
})

describe('a model folded by another version of its projection', () => {
  const second = tallyModel({ version: 2 })
  const doubled = {
    ...second,
    apply: (...[document, event, id]: Parameters<typeof second.apply>) => {
      const next = second.apply(document, event, id)
      return next && { ...next, sum: next.times * 1_000 }
    },
  }

  test('is reported as outdated, served unchanged, and correct after a rebuild', async () => {
    const before = await world.openProcess({ projections: [tallyModel()] })
    await before.append(added('a'), added('a'))
    await before.untilFolded()
    expect(await before.runner.outdated()).toEqual([])
    await before.end()

    const flow = await world.openProcess({ projections: [tallyModel({ name: 'new' }), doubled], start: false })
    expect(await flow.runner.outdated()).toEqual(['tally'])
    expect(await flow.statusOf('tally')).toMatchObject({ generation: 1, version: 1 })
    expect(await flow.get('a', 'tally')).toEqual({ times: 2, sum: 2 })
    await flow.rebuild(await flow.runner.outdated())
    flow.runner.start()
    expect(await flow.runner.outdated()).toEqual([])
    expect(await flow.statusOf('tally')).toMatchObject({ generation: 2, version: 2 })
    await flow.append(added('a'))
    expect(await flow.untilFolded()).toBe(true)
    expect(await flow.get('a', 'tally')).toEqual({ times: 3, sum: 3_000 })
    await flow.end()
    expect(await (await world.openProcess({ projections: [doubled] })).runner.outdated()).toEqual([])
  })

  test('is reported also by a process of the old version that adopted a newer rebuild', async () => {
    const old = await world.openProcess({ projections: [tallyModel()] })
    await old.append(added('a'))
    await old.untilFolded()
    const young = await world.openProcess({ projections: [doubled], start: false })
    await young.rebuild(['tally'])
    const status = await eventually(
      () => old.statusOf(),
      ({ generation }) => generation === 2,
    )
    expect(status.version).toBe(2)
    expect(await old.runner.outdated()).toEqual(['tally'])
  })

  test('is not folded by a process of the old version, which lets others lead', async () => {
    let led = 0
    const old = await world.openProcess({
      projections: [tallyModel()],
      async lead(_work, signal, run) {
        for (; !signal.aborted; led++) await run(signal)
      },
    })
    await old.append(added('a'))
    await old.untilFolded()
    const young = await world.openProcess({ projections: [doubled], start: false })
    await young.rebuild(['tally'])
    await eventually(
      () => led,
      (times) => times > 0,
    )
    await old.append(added('a'))
    await turns(500)
    expect(await old.get('a')).toEqual({ times: 1, sum: 1_000 })
    young.runner.start()
    expect(await young.untilFolded()).toBe(true)
    expect(await young.get('a')).toEqual({ times: 2, sum: 2_000 })
  })
})
