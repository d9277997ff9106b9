// Generations of read models, their checkpoints and their replacement.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createGenerations } from '../../src/eventing/generations.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { collect } from '../../testbed/given/events.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { at } from '../../testbed/stores/documents.js'
import { createGate, interfered } from './interference.js'
import { added, tallyModel } from './tallies.js'
import { createWorld, type World } from './world.js'

const NOW = '2026-11-21T00:00:00.000Z'
const LATER = '2026-11-21T00:10:00.001Z'
const tally = tallyModel()

let world: World
let documents: DocumentStore
let generations: ReturnType<typeof createGenerations>
beforeEach(() => {
  world = createWorld()
  documents = world.openStores().documents
  generations = createGenerations(documents)
})
afterEach(() => world.dispose())

const eventsOf = (count: number) => {
  const log = createRecordedLog()
  for (let index = 0; index < count; index++) log.append('tally-1', added('a'))
  return log.events
}
const timesIn = async (number: number) => {
  const found = await documents.collection({ name: `tally.v${number}` }).get('a')
  return found?.document.times
}

describe('a new model', () => {
  test('starts with generation 1, of the current version', async () => {
    const { generation, version } = await generations.live({ ...tally, version: 3 })
    expect({ version, number: generation.number, checkpoint: generation.checkpoint }).toEqual({
      version: 3,
      number: 1,
      checkpoint: START,
    })
    expect((await generations.live({ ...tally, version: 4 })).version).toBe(3)
  })

  test('is created once, however many processes create it', async () => {
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, index) => generations.live({ ...tally, version: index + 1 })),
    )
    expect(new Set(created.map(({ version }) => version)).size).toBe(1)
    expect(created.map(({ generation }) => generation.number)).toEqual(Array(10).fill(1))
  })
})

describe('a slice', () => {
  test('moves the checkpoint to its end, even if it touches no document', async () => {
    const { generation } = await generations.live(tally)
    await generations.advance([generation], eventsOf(2), at(2))
    await generations.advance([generation], [], at(7))
    expect(generation.checkpoint).toBe(at(7))
    expect((await generations.open(tally, 1)).checkpoint).toBe(at(7))
    expect(await timesIn(1)).toBe(2)
  })

  test('that is already folded changes nothing', async () => {
    const { generation } = await generations.live(tally)
    await generations.advance([generation], eventsOf(4), at(4))
    await generations.advance([generation], eventsOf(2), at(2))
    expect(generation.checkpoint).toBe(at(4))
    expect(await timesIn(1)).toBe(4)
  })

  test('continues from the checkpoint of another process', async () => {
    const [one, other] = [await generations.open(tally, 1), await generations.open(tally, 1)]
    await generations.advance([one], eventsOf(5), at(5))
    await generations.advance([other], eventsOf(3), at(3))
    expect(other.checkpoint).toBe(at(5))
    await generations.advance([other], eventsOf(9), at(9))
    await generations.advance([one], eventsOf(7), at(7))
    expect(one.checkpoint).toBe(at(9))
    expect(await timesIn(1)).toBe(9)
  })

  test('that another process overtakes does not move the checkpoint back', async () => {
    const gate = createGate()
    gate.close()
    const first = { held: false }
    const slowed = createGenerations(
      interfered(documents, ({ collection, method }) => {
        if (first.held || collection !== 'tally.v1' || method !== 'write') return
        first.held = true
        return gate.pass()
      }),
    )
    const { generation } = await slowed.live(tally)
    const slow = slowed.advance([generation], eventsOf(5), at(5))
    await gate.arrived()
    await slowed.advance([generation], eventsOf(9), at(9))
    gate.open()
    await slow
    expect(generation.checkpoint).toBe(at(9))
    expect((await generations.open(tally, 1)).checkpoint).toBe(at(9))
    expect(await timesIn(1)).toBe(9)
  })
})

describe('a flip', () => {
  test('makes a generation live, and records which one it replaced and when', async () => {
    await generations.live(tally)
    const next = await generations.createEmpty({ ...tally, version: 2 }, 2)
    expect(await generations.flip(next, NOW)).toBe(true)
    expect((await generations.pointer('tally'))?.document).toMatchObject({
      generation: 2,
      claimed: 1,
      version: 2,
      previous: 1,
      flippedAt: NOW,
    })
    const { generation, version } = await generations.live(tally)
    expect({ number: generation.number, version }).toEqual({ number: 2, version: 2 })
  })

  test('drops what a rebuild that was killed has left', async () => {
    await generations.live(tally)
    const left = await generations.claim(tally)
    await generations.advance([left], eventsOf(3), at(3))
    const next = await generations.claim(tally)
    expect(await generations.flip(next, NOW)).toBe(true)
    expect(await timesIn(left.number)).toBeUndefined()
  })

  test('of an unknown model does nothing', async () => {
    expect(await generations.flip(await generations.createEmpty(tally, 2), NOW)).toBe(false)
    expect(await generations.pointer('tally')).toBeUndefined()
  })

  test('repeated for the same generation does not make it its own predecessor', async () => {
    const { generation } = await generations.live(tally)
    const next = await generations.createEmpty(tally, generation.number + 1)
    await generations.advance([next], eventsOf(3), at(3))
    await generations.flip(next, NOW)
    await generations.flip(next, NOW)
    await generations.dropPrevious('tally', LATER)
    expect(await timesIn(2)).toBe(3)
  })
})

describe('the generation before the live one', () => {
  test('is dropped with its checkpoint after its TTL, and not before', async () => {
    const { generation } = await generations.live(tally)
    await generations.advance([generation], eventsOf(3), at(3))
    const next = await generations.createEmpty(tally, 2)
    await generations.advance([next], eventsOf(3), at(3))
    await generations.flip(next, NOW)
    await generations.dropPrevious('tally', NOW)
    expect(await timesIn(1)).toBe(3)
    await generations.dropPrevious('tally', LATER)
    expect([await timesIn(1), await timesIn(2)]).toEqual([undefined, 3])
    expect((await generations.open(tally, 1)).checkpoint).toBe(START)
    expect((await generations.pointer('tally'))?.document.previous).toBeNull()
  })

  test('is kept where another process drops what rebuilds have left', async () => {
    const { generation } = await generations.live(tally)
    await generations.advance([generation], eventsOf(2), at(2))
    const left = await generations.claim(tally)
    const next = await generations.claim(tally)
    await generations.flip(next, NOW)
    await generations.advance([left], eventsOf(3), at(3))
    await createGenerations(documents).dropPrevious('tally', NOW)
    expect([await timesIn(1), await timesIn(left.number)]).toEqual([2, undefined])
  })

  test('does not exist in a new or unknown model', async () => {
    const { generation } = await generations.live(tally)
    await generations.advance([generation], eventsOf(3), at(3))
    await generations.dropPrevious('tally', LATER)
    await generations.dropPrevious('unknown', LATER)
    expect(await timesIn(1)).toBe(3)
  })
})

describe('a started generation', () => {
  test('is empty, even if an earlier attempt left documents', async () => {
    const left = await generations.createEmpty(tally, 2)
    await generations.advance([left], eventsOf(3), at(3))
    const created = await generations.createEmpty(tally, 2)
    expect(created.checkpoint).toBe(START)
    expect(await collect(created.collection.all())).toEqual([])
    await generations.advance([created], eventsOf(2), at(2))
    expect(await timesIn(2)).toBe(2)
  })

  test('can be folded even if an earlier attempt failed while clearing it', async () => {
    const left = await generations.createEmpty(tally, 2)
    await generations.advance([left], eventsOf(3), at(3))
    let sweeps = 0
    let writes = 0
    const troubled = createGenerations(
      interfered(documents, ({ collection, method }) => {
        if (collection === 'checkpoints' && method === 'sweep' && sweeps++ === 0) throw new StoreUnavailable('down')
        if (collection === 'checkpoints' && method === 'write' && writes++ > 20) throw new Error('goes in circles')
      }),
    )
    await expect(troubled.createEmpty(tally, 2)).rejects.toBeInstanceOf(StoreUnavailable)
    const created = await troubled.createEmpty(tally, 2)
    await troubled.advance([created], eventsOf(2), at(2))
    expect(created.checkpoint).toBe(at(2))
    expect(await timesIn(2)).toBe(2)
  })

  test('that another process restarts is not taken for complete', async () => {
    const one = await generations.createEmpty(tally, 2)
    await generations.advance([one], eventsOf(3), at(3))
    await generations.createEmpty(tally, 2)
    await expect(generations.advance([one], eventsOf(5), at(5))).rejects.toThrow('restarted by another process')
  })
})
