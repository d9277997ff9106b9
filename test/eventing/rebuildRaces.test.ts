// Concurrent rebuilds leave a correct model.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Call, createGate, interfered } from './interference.js'
import { shortenTimers } from './shortenTimers.js'
import { added, tallyModel } from './tallies.js'
import type { Process, World } from './world.js'

shortenTimers(20)
const { createWorld, turns } = await import('./world.js')

const TEN_MINUTES_AFTER = '2026-11-21T00:10:01.000Z'
const tally = tallyModel()

let world: World
let flow: Process
beforeEach(async () => {
  world = createWorld()
  flow = await world.openProcess({ projections: [tally] })
})
afterEach(() => world.dispose())

/** A process that only rebuilds, and that a closed gate stops at the calls matching `at`. */
async function openRebuilder(at: (call: Call) => boolean = () => false) {
  const gate = createGate()
  const process = await world.openProcess({
    projections: [tally],
    start: false,
    documents: (real) => interfered(real, (call) => (at(call) ? gate.pass() : undefined)),
  })
  return { ...process, gate }
}

const movesCheckpoint = ({ collection, method, ids }: Call) =>
  collection === 'checkpoints' && method === 'write' && !ids.includes('tally.v1')

const DOCUMENTS = 700
async function fill(): Promise<void> {
  await flow.append(...Array.from({ length: DOCUMENTS }, (_, index) => added(['all', `d${index}`])))
  await flow.untilFolded()
}

/** Checks the live model against the log, before and after its predecessor is dropped. */
async function expectSound(appended: number): Promise<void> {
  await flow.runner.adoptNewGenerations()
  expect(await flow.untilFolded()).toBe(true)
  for (const when of ['immediately', 'ten minutes later']) {
    const [{ different, documents } = { different: [], documents: 0 }] = await flow.verify(['tally'])
    const all = await flow.get('all')
    expect({ when, different, documents, all }).toEqual({
      when,
      different: [],
      documents: DOCUMENTS + 1,
      all: { times: appended, sum: appended },
    })
    await flow.generations.dropPrevious('tally', TEN_MINUTES_AFTER)
  }
}

const outcomes = async (rebuilds: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(rebuilds)).map(({ status }) => status)

describe('two concurrent rebuilds', () => {
  test.each(['in one process', 'in two processes'])(
    '%s: at least one succeeds, and the model matches the log',
    async (where) => {
      await fill()
      const other = where === 'in one process' ? flow : await openRebuilder()
      expect(await outcomes([flow.rebuild(['tally']), other.rebuild(['tally'])])).toContain('fulfilled')
      await expectSound(DOCUMENTS)
    },
  )

  test('a late flip does not make the live generation its own predecessor', async () => {
    await fill()
    const late = await openRebuilder(movesCheckpoint)
    late.gate.close()
    const rebuilding = late.rebuild(['tally'])
    await late.gate.arrived()
    await flow.rebuild(['tally'])
    late.gate.open()
    await Promise.allSettled([rebuilding])
    await expectSound(DOCUMENTS)
  })

  test('a rebuild that starts after another one has finished does not empty the live generation', async () => {
    await fill()
    const late = await openRebuilder(({ method }) => method === 'drop')
    late.gate.close()
    const rebuilding = late.rebuild(['tally'])
    await late.gate.arrived()
    await flow.rebuild(['tally'])
    const seen = new Set<number | undefined>()
    let done = false
    const watching = (async () => {
      for (; !done; await turns(1)) seen.add((await flow.get('all'))?.times)
    })()
    late.gate.open()
    await Promise.allSettled([rebuilding])
    done = true
    await watching
    expect([...seen]).toEqual([DOCUMENTS])
    await expectSound(DOCUMENTS)
  })

  test('a rebuild that clears a generation being folded by another one leaves no partial generation', async () => {
    await fill()
    const first = await openRebuilder(movesCheckpoint)
    const second = await openRebuilder(({ collection, method }) => collection !== 'tally.v1' && method === 'getMany')
    first.gate.close()
    second.gate.close()
    const rebuilding = [first.rebuild(['tally'])]
    await first.gate.arrived()
    // The first rebuild has folded everything; the log grows, so that it needs another pass.
    await flow.append(added('all'), added('all'))
    await flow.untilFolded()
    rebuilding.push(second.rebuild(['tally']))
    await second.gate.arrived()
    first.gate.open()
    await Promise.allSettled(rebuilding.slice(0, 1))
    second.gate.open()
    expect(await outcomes(rebuilding)).toContain('fulfilled')
    await expectSound(DOCUMENTS + 2)
  })
})
