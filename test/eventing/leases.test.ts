// Leases: one leader at a time, also when stores fail.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { aborted, createLeases, neverLeader } from '../../src/eventing/leases.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { type Call, createGate, interfered } from './interference.js'
import { added, tallyModel } from './tallies.js'
import { createWorld, type World } from './world.js'

/** A TTL that no pause of a slow machine exceeds. */
const TIMINGS = { renewMs: 20, ttlMs: 1_500, pollMs: 10 }

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.dispose())

/** A process that takes part in leader election, and records when it starts and ends the work. */
function worker(
  holder: string,
  diary: string[],
  before: (call: Call) => unknown = () => {},
  monotonic: () => number = () => performance.now(),
) {
  const documents = interfered(world.openStores().documents, before)
  const stopping = new AbortController()
  const lead = createLeases({ documents, holder, log: silentLog, timings: TIMINGS, monotonic })
  const ended = lead('work', stopping.signal, async (signal) => {
    diary.push(`${holder} begins`)
    await aborted(signal)
    diary.push(`${holder} ends`)
  })
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await ended
    },
  }
}

const beats = async () => {
  const { documents } = world.openStores()
  return (await documents.collection({ name: 'leases' }).get('work'))?.position ?? ''
}

async function reads(diary: readonly string[], wanted: readonly string[]): Promise<void> {
  await eventually(
    () => diary.length,
    (length) => length >= wanted.length,
  )
  expect(diary).toEqual(wanted)
}

describe('a lease', () => {
  test('is held by one process at a time', async () => {
    const diary: string[] = []
    const workers = ['a', 'b', 'c'].map((name) => worker(name, diary))
    await eventually(
      () => diary.length,
      (length) => length === 1,
    )
    const first = await beats()
    // Longer than the TTL: without renewals the others would have taken over.
    await eventually(beats, (position) => BigInt(`0x${position}`) - BigInt(`0x${first}`) > 100n)
    expect(diary).toHaveLength(1)
    await Promise.all(workers.map(({ stop }) => stop()))
  })

  test('that is released is acquired by another process, after the work has ended', async () => {
    const diary: string[] = []
    const first = worker('a', diary)
    await reads(diary, ['a begins'])
    const second = worker('b', diary)
    await first.stop()
    await reads(diary, ['a begins', 'a ends', 'b begins'])
    await second.stop()
    expect(diary.at(-1)).toBe('b ends')
  })

  test.each(['stands still', 'fails'])(
    'is given up before another takes it, when the store %s for its holder',
    async (how) => {
      const diary: string[] = []
      const gate = createGate()
      let down = false
      const first = worker('a', diary, () => {
        if (how === 'fails' && down) throw new StoreUnavailable('down')
        return gate.pass()
      })
      await reads(diary, ['a begins'])
      if (how === 'stands still') gate.close()
      down = true
      const second = worker('b', diary)
      await reads(diary, ['a begins', 'a ends', 'b begins'])
      gate.open()
      down = false
      await second.stop()
      await eventually(
        () => diary.at(-1),
        (last) => last === 'a begins',
      )
      await first.stop()
    },
  )

  test('that no process took while its holder was cut off is acquired by it again immediately', async () => {
    const diary: string[] = []
    let down = false
    const refuse = () => {
      if (down) throw new StoreUnavailable('down')
    }
    // For the other processes no time passes: the lease does not expire.
    const only = worker('a', diary, refuse, () => 0)
    await reads(diary, ['a begins'])
    down = true
    await reads(diary, ['a begins', 'a ends'])
    down = false
    await reads(diary, ['a begins', 'a ends', 'a begins'])
    await only.stop()
  })

  test('whose work fails is acquired again, and the log says that it was the work', async () => {
    const stopping = new AbortController()
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_: unknown, message: string) => void warnings.push(message) } as typeof silentLog
    const { documents } = world.openStores()
    let runs = 0
    await createLeases({ documents, holder: 'a', log, timings: TIMINGS })('work', stopping.signal, async () => {
      if (++runs === 1) throw new Error('no')
      stopping.abort()
    })
    expect(warnings).toEqual(['the work of the leader failed; it will be started again'])
  })

  test('whose work ends during a renewal leaves no timer behind', async () => {
    const [set, cleared] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')]
    const gate = createGate()
    const documents = interfered(world.openStores().documents, () => gate.pass())
    const stopping = new AbortController()
    await createLeases({ documents, holder: 'a', log: silentLog, timings: TIMINGS })(
      'work',
      stopping.signal,
      async () => {
        gate.close()
        await gate.arrived()
        stopping.abort()
        setImmediate(gate.open)
      },
    )
    const expiries = set.mock.results.filter((_, index) => (set.mock.calls[index]![1] ?? 0) > TIMINGS.ttlMs / 2)
    expect(expiries.length).toBeGreaterThan(0)
    for (const { value } of expiries) expect(cleared).toHaveBeenCalledWith(value as NodeJS.Timeout)
    jest.restoreAllMocks()
  })

  test('is kept when the response to a renewal is lost', async () => {
    const diary: string[] = []
    const { documents } = world.openStores()
    let lost = 0
    const forgetful = {
      ...documents,
      collection: (definition: Parameters<typeof documents.collection>[0]) => {
        const real = documents.collection(definition)
        const write: typeof real.write = async (changes) => {
          const conflicts = await real.write(changes)
          if (diary.length > 0 && ++lost % 2 === 0) throw new StoreUnavailable('the answer did not come')
          return conflicts
        }
        return { ...real, write }
      },
    } as typeof documents
    const stopping = new AbortController()
    const lead = createLeases({ documents: forgetful, holder: 'a', log: silentLog, timings: TIMINGS })
    const ended = lead('work', stopping.signal, async (signal) => {
      diary.push('a begins')
      await aborted(signal)
    })
    await eventually(
      () => lost,
      (times) => times > 30,
    )
    expect(diary).toEqual(['a begins'])
    stopping.abort()
    await ended
  })
})

describe('a process that is not the leader', () => {
  test('sees what the leader folds, its own writes, and rebuilds', async () => {
    const projections = [tallyModel()]
    const folding = await world.openProcess({ projections })
    const looking = await world.openProcess({ projections, lead: neverLeader })
    await looking.append(added('a', 3), added('a', 4))
    expect(await looking.untilFolded()).toBe(true)
    expect(await looking.get('a')).toEqual({ times: 2, sum: 7 })
    expect(await looking.statusOf()).toMatchObject({ state: 'running', caughtUp: true, lagMs: 0 })
    await folding.rebuild(['tally'])
    await eventually(
      () => looking.statusOf(),
      ({ generation }) => generation === 2,
    )
    await looking.append(added('a', 5))
    expect(await looking.untilFolded()).toBe(true)
    expect(await looking.get('a')).toEqual({ times: 3, sum: 12 })
  })

  test('folds nothing itself, so that its waiters time out', async () => {
    const looking = await world.openProcess({ projections: [tallyModel()], lead: neverLeader })
    await looking.append(added('a'))
    expect(await looking.runner.waitForPosition(await looking.store.head(), ['tally'], 300)).toBe(false)
    expect(await looking.get('a')).toBeUndefined()
  })

  test('takes over where another process ended', async () => {
    const projections = [tallyModel()]
    const leadOf = (holder: string) =>
      createLeases({ documents: world.openStores().documents, holder, log: silentLog, timings: TIMINGS })
    const first = await world.openProcess({ projections, lead: leadOf('a') })
    await first.append(added('a'))
    expect(await first.untilFolded()).toBe(true)
    const second = await world.openProcess({ projections, lead: leadOf('b') })
    await first.end()
    await second.append(added('a'))
    expect(await second.untilFolded()).toBe(true)
    expect(await second.get('a')).toEqual({ times: 2, sum: 2 })
  })
})
