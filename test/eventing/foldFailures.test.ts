// Read models whose fold or store fails, and their recovery.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { Position } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { type Call, interfered } from './interference.js'
import { shortenTimers } from './shortenTimers.js'
import { added, removed, tallyModel } from './tallies.js'
import type { Process, World } from './world.js'

shortenTimers(10)
const { createWorld, turns } = await import('./world.js')

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

/** A model that throws at the document `poison`, `times` times. */
function poisonable(times = Infinity) {
  const thrown: Position[] = []
  const model = tallyModel({
    name: 'poisonable',
    beforeFold: ({ position }, id) => {
      if (id !== 'poison' || thrown.length >= times) return
      thrown.push(position)
      throw new Error('no')
    },
  })
  return { model, thrown }
}

/** Waits until a model has stopped, or is up to date again. */
const settled = (flow: Process, model: string) =>
  eventually(
    () => flow.statusOf(model),
    ({ state, lagMs }) => state === 'stopped' || (state === 'running' && lagMs === 0),
  )

describe('a read model whose fold throws', () => {
  test('is retried five times, then stops with position and reason, while the other models continue', async () => {
    const { model, thrown } = poisonable()
    const flow = await world.openProcess({ projections: [model, tallyModel()] })
    const sound = await flow.append(added('a'))
    await flow.untilFolded()
    const place = await flow.append(added(['a', 'poison']))
    const failing = await eventually(
      () => flow.statusOf('poisonable'),
      ({ state }) => state !== 'running',
    )
    expect(failing).toMatchObject({ state: expect.stringMatching(/^(failing|stopped)$/), error: { position: place } })

    // A waiter is settled as soon as the model stops.
    const follower = flow.runner.waitForPosition(place, ['poisonable'], 60_000)
    expect(await flow.untilFolded(['tally'])).toBe(true)
    expect(await flow.get('a', 'tally')).toEqual({ times: 2, sum: 2 })
    expect(await follower).toBe(false)

    expect(thrown).toEqual(Array(5).fill(place))
    expect(await flow.statusOf('poisonable')).toMatchObject({ state: 'stopped', position: sound, caughtUp: false })
    expect((await flow.statusOf('poisonable')).error).toEqual({
      position: place,
      message: expect.stringMatching(/^poisonable cannot fold Added at [0-9a-f]{32}: no$/),
    })
    const { error, ...status } = await flow.statusOf('tally')
    expect({ error, state: status.state }).toEqual({ error: undefined, state: 'running' })
  })

  test('stays where it stopped: no waiter waits for it, and the other models continue', async () => {
    const { model, thrown } = poisonable()
    const flow = await world.openProcess({ projections: [model, tallyModel()] })
    const sound = await flow.append(added('a'))
    await flow.untilFolded()
    await flow.append(added(['a', 'poison']))
    await settled(flow, 'poisonable')

    const after = await flow.append(added(['a', 'b']))
    expect(await flow.runner.waitForPosition(after, ['poisonable'], 60_000)).toBe(false)
    expect(await flow.runner.waitForPosition(after, ['tally', 'poisonable'], 60_000)).toBe(false)
    expect(await flow.runner.waitForPosition(sound, ['poisonable'], 60_000)).toBe(true)
    expect(await flow.untilFolded(['tally'])).toBe(true)
    expect(await flow.get('b', 'poisonable')).toBeUndefined()
    expect(await flow.get('a', 'poisonable')).toEqual({ times: 1, sum: 1 })
    expect(thrown).toHaveLength(5)
  })

  test('skips nothing: after a fix, the next start folds everything', async () => {
    const flow = await world.openProcess({ projections: [poisonable().model] })
    await flow.append(added('a', 1))
    await flow.untilFolded()
    await flow.append(added('poison', 10), added('a', 100))
    expect(await settled(flow, 'poisonable')).toMatchObject({ state: 'stopped' })
    await flow.end()
    const mended = await world.openProcess({ projections: [tallyModel({ name: 'poisonable' })] })
    expect(await mended.untilFolded()).toBe(true)
    expect(await mended.get('a')).toEqual({ times: 2, sum: 101 })
    expect(await mended.get('poison')).toEqual({ times: 1, sum: 10 })
    expect(await mended.statusOf()).not.toHaveProperty('error')
  })

  test('and then recovers loses nothing and shows no error', async () => {
    const { model, thrown } = poisonable(3)
    const flow = await world.openProcess({ projections: [model] })
    await flow.append(added(['a', 'poison']), added('a'))
    expect(await flow.untilFolded()).toBe(true)
    expect(thrown).toHaveLength(3)
    expect(await flow.get('a')).toEqual({ times: 2, sum: 2 })
    expect(await flow.get('poison')).toEqual({ times: 1, sum: 1 })
    const status = await flow.statusOf()
    expect(status).toMatchObject({ state: 'running', caughtUp: true })
    expect(status).not.toHaveProperty('error')
  })

  test('names the event also when `keys` throws', async () => {
    const model = tallyModel()
    const keys: typeof model.keys = (event) => {
      if (event.type === 'Removed') throw new Error('no keys')
      return model.keys(event)
    }
    const flow = await world.openProcess({ projections: [{ ...model, keys }] })
    await flow.append(added('a'))
    const place = await flow.append(removed('a'))
    const { error } = await eventually(
      () => flow.statusOf(),
      ({ state }) => state !== 'running',
    )
    expect(error).toMatchObject({ position: place, message: expect.stringContaining('no keys') })
  })

  test('stops immediately, even during back-off', async () => {
    const { model, thrown } = poisonable()
    const flow = await world.openProcess({ projections: [model] })
    await flow.append(added('poison'))
    while (thrown.length === 0) await turns(1)
    await flow.runner.stop()
    const tries = thrown.length
    // Longer than the pause before the next attempt.
    await new Promise((resolve) => globalThis.setTimeout(resolve, 300))
    expect(thrown).toHaveLength(tries)
    expect(tries).toBeLessThan(5)
  })
})

/** Fails matching calls, `times` times, once it is switched on. */
function outage(matches: (call: Call) => boolean, times: number) {
  const state = { on: false, refused: 0 }
  const before = (call: Call) => {
    if (!state.on || state.refused >= times || !matches(call)) return
    state.refused++
    throw new StoreUnavailable('down')
  }
  return { state, before }
}

describe('a document store that does not answer', () => {
  test.each<[string, (call: Call) => boolean]>([
    ['when documents are read', ({ collection, method }) => collection === 'tally.v1' && method === 'getMany'],
    ['when documents are written', ({ collection, method }) => collection === 'tally.v1' && method === 'write'],
    ['when the checkpoint is moved', ({ collection, method }) => collection === 'checkpoints' && method === 'write'],
  ])('%s is retried, and no event is lost or counted twice', async (_, matches) => {
    const { state, before } = outage(matches, Infinity)
    const projections = [tallyModel(), tallyModel({ name: 'other' })]
    const flow = await world.openProcess({ projections, documents: (real) => interfered(real, before) })
    await flow.append(added('a', 1))
    await flow.untilFolded()
    state.on = true
    await flow.append(added('a', 10))
    const failing = await eventually(
      () => flow.statusOf(),
      ({ state }) => state !== 'running',
    )
    expect(failing).toMatchObject({ state: 'failing', error: { message: 'down', position: failing.position } })
    await flow.append(added('a', 100))
    await eventually(
      () => state.refused,
      (times) => times >= 3,
    )
    state.on = false
    for (const model of ['tally', 'other']) {
      await eventually(
        () => flow.statusOf(model),
        ({ caughtUp }) => caughtUp,
      )
    }
    for (const name of ['tally', 'other']) expect(await flow.get('a', name)).toEqual({ times: 3, sum: 111 })
    expect(await flow.statusOf()).not.toHaveProperty('error')
    expect(await flow.statusOf()).toMatchObject({ state: 'running', caughtUp: true })
  })

  test('does not count towards the attempts of a fold that throws afterwards', async () => {
    const { model, thrown } = poisonable(1)
    const { state, before } = outage(({ method }) => method === 'getMany', 4)
    const flow = await world.openProcess({ projections: [model], documents: (real) => interfered(real, before) })
    state.on = true
    await flow.append(added('poison'))
    const { state: end } = await settled(flow, 'poisonable')
    expect({ end, thrown: thrown.length, refused: state.refused }).toEqual({ end: 'running', thrown: 1, refused: 4 })
  })
})

describe('a log that does not answer', () => {
  test('is retried, and no event is lost', async () => {
    let refusals = 3
    const flow = await world.openProcess({
      projections: [tallyModel()],
      store: (real) => ({
        ...real,
        subscribe: (options) => {
          if (refusals-- > 0) throw new StoreUnavailable('down')
          return real.subscribe(options)
        },
      }),
    })
    await flow.append(added('a'), added('a'))
    expect(await flow.untilFolded()).toBe(true)
    expect(refusals).toBeLessThan(0)
    expect(await flow.get('a')).toEqual({ times: 2, sum: 2 })
  })
})
