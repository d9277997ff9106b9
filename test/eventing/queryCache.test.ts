// Cached answers of public queries are never too old.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { neverLeader } from '../../src/eventing/leases.js'
import { createQueryCache } from '../../src/eventing/queryCache.js'
import { eventually } from '../../testbed/eventually.js'
import { added, removed, tallyModel } from './tallies.js'
import { createWorld, type Process, type World } from './world.js'

const model = tallyModel()
const other = tallyModel({ name: 'other' })

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

/** A cached query for the sum of a tally, and the number of its executions. */
function remembering({ eventing }: Process) {
  const computed: string[] = []
  const remember = createQueryCache({ eventing, clock: world.clock })
  const sum = remember([model], async (id: string, times: number) => {
    computed.push(id)
    const found = await eventing.read(model).get(id)
    if (id === 'fails') throw new Error('it failed')
    return (found?.document.sum ?? 0) * times
  })
  return { computed, sum }
}

const open = (options = {}) => world.openProcess({ projections: [model, other], ...options })

describe('a cached answer', () => {
  test('is read once per question, also for concurrent callers', async () => {
    const { computed, sum } = remembering(await open())
    expect(await Promise.all([sum('a', 1), sum('a', 1), sum('b', 1)])).toEqual([0, 0, 0])
    await sum('a', 1)
    await sum('b', 1)
    await sum('a', 2)
    expect(computed).toEqual(['a', 'b', 'a'])
  })

  test('is never older than a position that its caller waited for', async () => {
    const process = await open()
    const { sum } = remembering(process)
    for (let n = 1; n <= 20; n++) {
      await process.append(added('a'))
      expect(await process.untilFolded([model.name])).toBe(true)
      expect(await sum('a', 1)).toBe(n)
    }
    await process.append(removed('a'))
    await process.untilFolded([model.name])
    expect(await sum('a', 1)).toBe(0)
  })

  test('is never older than that in a process that is not the leader', async () => {
    await open()
    const looking = await open({ lead: neverLeader })
    const { sum } = remembering(looking)
    for (let n = 1; n <= 5; n++) {
      await looking.append(added('a'))
      expect(await looking.untilFolded([model.name])).toBe(true)
      expect(await sum('a', 1)).toBe(n)
    }
  })

  test('survives events that do not touch its models', async () => {
    const process = await open()
    const { computed, sum } = remembering(process)
    await process.append(added('a'))
    await process.untilFolded()
    await sum('a', 1)
    await process.append({ type: 'Added', data: { to: [], by: 1 } })
    await process.untilFolded()
    await sum('a', 1)
    expect(computed).toEqual(['a'])
  })

  test('is read again after a second', async () => {
    const { computed, sum } = remembering(await open())
    await sum('a', 1)
    world.clock.time += 1_000
    await sum('a', 1)
    expect(computed).toEqual(['a', 'a'])
  })

  test('is read again after a rebuild', async () => {
    const process = await open()
    const { sum } = remembering(process)
    await process.append(added('a'))
    await process.untilFolded()
    const { document, position } = (await process.eventing.read(model).get('a'))!
    const wrong = { id: 'a', expected: position, position, document: { ...document, sum: 7 } }
    await process.documents.collection({ name: 'tally.v1' }).write([wrong])
    expect(await sum('a', 1)).toBe(7)
    await process.rebuild([model.name])
    await eventually(
      () => process.statusOf(),
      ({ generation }) => generation === 2,
    )
    expect(await sum('a', 1)).toBe(1)
  })

  test('is not cached if the query failed', async () => {
    const { computed, sum } = remembering(await open())
    await expect(sum('fails', 1)).rejects.toThrow('it failed')
    await expect(sum('fails', 1)).rejects.toThrow('it failed')
    expect(computed).toEqual(['fails', 'fails'])
  })
})
