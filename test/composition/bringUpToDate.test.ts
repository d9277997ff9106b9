// Read models when a process starts: rebuilt from the log that is there at the end, and caught up where that is possible.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { neverLeader, soleLeader } from '../../src/eventing/leases.js'
import { silentLog } from '../../src/kernel/log.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { shortenTimers } from '../eventing/shortenTimers.js'
import { added, tallyModel } from '../eventing/tallies.js'
import type { World } from '../eventing/world.js'

shortenTimers(100)
const { createWorld } = await import('../eventing/world.js')
const { bringUpToDate } = await import('../../src/composition/bringUpToDate.js')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

test('a log that is replaced in the middle of a rebuild is prepared for, and folded, again', async () => {
  const projections = [tallyModel()]
  const before = await world.openProcess({ projections })
  await before.append(added('lost'), added('lost'), added('lost'))
  await before.untilFolded()
  await before.end()
  const copies = await Promise.all(
    [['a', 'b'], ['c']].map(async (names, number) => {
      const copy = await world.openProcess({ projections, log: `copy${number}.mdb`, start: false })
      await copy.append(...names.map((name) => added(name)))
      return copy.store
    }),
  )
  let log = copies[0]!
  let prepared = 0
  const store: EventStore = {
    ...log,
    head: () => log.head(),
    eventAt: (position) => log.eventAt(position),
    readAll: (options) => log.readAll(options),
    async *subscribe(options) {
      for await (const slice of log.subscribe(options)) {
        log = copies[1]!
        yield slice
      }
    },
  }
  const flow = await world.openProcess({ projections, store: () => store, start: false })
  await bringUpToDate(flow, {
    role: 'worker',
    shared: true,
    lead: soleLeader,
    log: silentLog,
    prepare: async () => void prepared++,
  })
  expect(prepared).toBeGreaterThan(1)
  expect(await flow.runner.outdated()).toEqual([])
  expect(await Promise.all(['a', 'b', 'c', 'lost'].map((id) => flow.get(id)))).toEqual([
    undefined,
    undefined,
    { times: 1, sum: 1 },
    undefined,
  ])
})

test('a process that waits for another to rebuild read models says so once', async () => {
  const before = await world.openProcess({ projections: [tallyModel()] })
  await before.append(added('a'))
  await before.untilFolded()
  await before.end()
  const projections = [tallyModel({ version: 2 })]
  const flow = await world.openProcess({ projections, lead: neverLeader, start: false })
  const rebuilding = await world.openProcess({ projections, start: false })
  const said: string[] = []
  const log = { ...silentLog, info: (_: object, message: string) => void said.push(message) }
  let polls = 0
  const onProgress = () => {
    if (++polls === 3) void rebuilding.rebuild(['tally'])
  }
  const prepare = async () => {}
  await bringUpToDate(flow, { role: 'api', shared: true, lead: neverLeader, log, prepare, onProgress })
  expect(said).toEqual(['rebuilding read models that do not match this version or the log'])
})

describe('a read model that cannot be caught up', () => {
  const poisoned = () =>
    tallyModel({
      name: 'poisoned',
      beforeFold: (_, id) => {
        if (id === 'poison') throw new Error('no')
      },
    })

  test('does not keep the process from starting, nor the other models from catching up', async () => {
    const flow = await world.openProcess({ projections: [poisoned(), tallyModel()], start: false })
    await flow.append(added('a'), added('poison'), added('a'))
    const prepare = async () => {}
    const options = {
      role: 'all',
      shared: false,
      lead: soleLeader,
      log: silentLog,
      prepare,
      farBehindEvents: 1,
    } as const
    await bringUpToDate(flow, options)
    expect(await flow.get('a', 'tally')).toEqual({ times: 2, sum: 2 })
    expect(await flow.get('a', 'poisoned')).toBeUndefined()
  })

  test('is not waited for by a process that does not fold', async () => {
    const projections = [poisoned(), tallyModel()]
    const folding = await world.openProcess({ projections })
    await folding.append(added('a'))
    await folding.untilFolded()
    await folding.append(added('poison'), added('a'))
    await folding.untilFolded(['tally'])
    const flow = await world.openProcess({ projections, lead: neverLeader, start: false })
    const prepare = async () => {}
    const options = {
      role: 'api',
      shared: true,
      lead: neverLeader,
      log: silentLog,
      prepare,
      farBehindEvents: 1,
    } as const
    await bringUpToDate(flow, options)
    expect(await flow.runner.farBehind(1)).toEqual(['poisoned'])
  })
})
