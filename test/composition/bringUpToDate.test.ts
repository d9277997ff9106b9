// Read models are rebuilt from the log that is there at the end, even if it is replaced while they are rebuilt.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { soleLeader } from '../../src/eventing/leases.js'
import { silentLog } from '../../src/kernel/log.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { shortenTimers } from '../eventing/shortenTimers.js'
import { added, tallyModel } from '../eventing/tallies.js'
import type { World } from '../eventing/world.js'

shortenTimers(10)
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
