// A KurrentDB cluster whose nodes die, freeze, resign and restart, under appends, reads and a subscription.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { ConcurrencyConflict, type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { collect, newEvent, newEvents, numbersOf } from '../../testbed/given/events.js'
import { startStandInCluster } from '../../testbed/stores/kurrentdb/cluster.js'
import { ALL_NODES, type Nodes, startNodes } from '../../testbed/stores/kurrentdb/nodes.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(url: string): Promise<EventStore> {
  const naming = async () => ({ prefix: `test${crypto.randomUUID().replaceAll('-', '')}_` })
  const store = await openKurrentdbEventStore({ url, log: silentLog, timeoutMs: 30_000, naming })
  closing.push(store.close)
  return store
}

/** After an election, in milliseconds: five seconds, and what a machine may need that is ten times as slow. */
const AFTER_ELECTION_MS = 20_000
/** No call takes longer, in milliseconds: the promised five seconds, and a margin for a slow machine. */
const CALL_MS = 12_000
const CALLERS = 8

/** Callers who append, one after the other, and a subscriber; what was acknowledged is in the log and was delivered once. */
function startLoad(store: EventStore) {
  const stopping = new AbortController()
  const acknowledged = new Set<string>()
  const delivered: string[] = []
  let longestMs = 0
  let number = 0

  async function caller(stream: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const event = newEvent({ number: number++ })
      const startedAt = performance.now()
      try {
        await store.append(stream, [event], { expected: 'any' })
        acknowledged.add(event.id)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
      }
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await sleep(10)
    }
  }

  async function subscriber(): Promise<void> {
    for (let after = START; !stopping.signal.aborted; ) {
      try {
        for await (const { events, position } of store.subscribe({ after, signal: stopping.signal })) {
          delivered.push(...events.map(({ id }) => id))
          after = position
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
      }
    }
  }

  const callers = Array.from({ length: CALLERS }, (_, index) => caller(`a-${index}`))
  const running = Promise.all([...callers, subscriber()])
  closing.push(async () => {
    stopping.abort()
    await running
  })
  return {
    longestMs: () => longestMs,
    /** Everything acknowledged is there, once; also for the subscriber. */
    async check(): Promise<void> {
      await eventually(
        () => [...acknowledged].filter((id) => !delivered.includes(id)).length,
        (missing) => missing === 0,
      )
      stopping.abort()
      await running
      const stored = (await collect(store.readAll())).map(({ id }) => id)
      expect(new Set(stored).size).toBe(stored.length)
      expect(new Set(delivered).size).toBe(delivered.length)
      expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
      expect(longestMs).toBeLessThan(CALL_MS)
    },
  }
}

/** Appends, reads, the head and health. */
async function worksAgain(store: EventStore): Promise<void> {
  const works = async () => {
    const stream = `w-${crypto.randomUUID()}`
    await store.append(stream, newEvents(2), { expected: 'no_stream' })
    expect(numbersOf(await collect(store.readStream(stream, { backwards: true })))).toEqual([1, 0])
    await store.ready()
  }
  await eventually(
    () =>
      works().then(
        () => 'works',
        (error: Error) => error.message,
      ),
    (outcome) => outcome === 'works',
    AFTER_ELECTION_MS,
  )
}

async function restartAll(nodes: Nodes, store: EventStore): Promise<void> {
  for (const node of ALL_NODES) {
    await nodes.stop(node)
    await nodes.untilLed()
    await worksAgain(store)
    await nodes.start(node)
    await nodes.untilLed()
  }
}

describeNodes('a cluster', (start) => {
  const disturbances: [string, (nodes: Nodes, store: EventStore) => Promise<unknown>][] = [
    ['whose leader dies and stays dead', async (nodes) => nodes.kill(await nodes.untilLed())],
    ['whose leader resigns', (nodes) => nodes.resign()],
    ['whose leader hangs', async (nodes) => nodes.freeze(await nodes.untilLed())],
    ['whose nodes are restarted one by one', restartAll],
    [
      'without a majority for a while',
      async (nodes) => {
        const leader = await nodes.untilLed()
        const others = ALL_NODES.filter((node) => node !== leader)
        for (const node of others) await nodes.kill(node)
        await sleep(3_000)
        for (const node of others) await nodes.start(node)
      },
    ],
  ]

  test.each(disturbances)('%s: appends, reads and health go on, and nothing is lost or twice', async (_, disturb) => {
    const nodes = await start()
    closing.push(nodes.close)
    for (const url of [nodes.url, nodes.discoverUrl]) {
      if (!url) continue
      const store = await open(url)
      const load = startLoad(store)
      await worksAgain(store)
      await disturb(nodes, store)
      await nodes.untilLed()
      await worksAgain(store)
      await load.check()
      for (const node of ALL_NODES) await nodes.start(node).catch(() => nodes.thaw(node))
      for (const node of ALL_NODES) await nodes.thaw(node)
      await nodes.untilLed()
    }
  })
})

describe('a cluster that refuses every call', () => {
  test('is searched for its leader about once a second, however many callers there are', async () => {
    const cluster = await startStandInCluster()
    closing.push(cluster.close)
    const store = await open(cluster.url())
    const gossips = () => ALL_NODES.reduce((sum, node) => sum + cluster.node(node - 1).gossips(), 0)
    const [before, startedAt] = [gossips(), performance.now()]
    cluster.refuse(true)
    let refused = 0
    while (refused < 1_000 || performance.now() - startedAt < 4_000) {
      const reads = Array.from({ length: 250 }, () => collect(store.readStream('a-1')))
      refused += (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected').length
    }
    // The first search is not delayed; each asks once for the leader.
    expect(gossips() - before).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1_000)
    expect(gossips() - before).toBeGreaterThan(1)
    cluster.refuse(false)
    await worksAgain(store)
  })
})

describe('a node that no longer knows a leader', () => {
  test('is left by every client for appends', async () => {
    const cluster = await startStandInCluster({ electionMs: 200 })
    closing.push(cluster.close)
    const store = await open(cluster.url())
    const streams = Array.from({ length: 32 }, (_, index) => `a-${index}`)
    const appendToAll = () =>
      Promise.allSettled(streams.map((stream) => store.append(stream, newEvents(1), { expected: 'any' })))
    const accepted = async () => (await appendToAll()).filter(({ status }) => status === 'fulfilled').length
    expect(await accepted()).toBe(streams.length)
    cluster.isolateLeader()
    // Answered by the former leader, over calls that stay open.
    expect(await accepted()).toBeLessThan(streams.length)
    await eventually(accepted, (count) => count === streams.length, AFTER_ELECTION_MS)
  })
})

describe('clients that are replaced', () => {
  test('leave no descriptor behind', async () => {
    const descriptors = () => readdirSync('/proc/self/fd').length
    const cluster = await startStandInCluster({ electionMs: 200 })
    closing.push(cluster.close)
    const store = await open(cluster.url())
    const replaceAll = async () => {
      cluster.resign()
      // Each stream opens the connection of one of the clients for appends.
      for (let stream = 0; stream < 16; stream++) await worksAgain(store)
    }
    await replaceAll()
    const before = descriptors()
    for (let round = 0; round < 2; round++) {
      const leader = cluster.leader()!
      cluster.freeze(leader)
      // One of them is late, which replaces the client.
      await eventually(
        () => store.head().catch(() => undefined),
        (head) => head !== undefined,
      )
      await worksAgain(store)
      cluster.thaw(leader)
    }
    for (let round = 0; round < 16; round++) await replaceAll()
    // A connection is closed some seconds after its last call, and has two ends here; which are open differs by a few.
    await eventually(descriptors, (count) => count <= before + 8)
  })
})

describe('a node of another cluster', () => {
  test('among the names is refused at start, before anything is written to either', async () => {
    const [ours, other] = [await startStandInCluster(), await startStandInCluster()]
    closing.push(ours.close, other.close)
    const [one, two] = [ours.node(0).address(), other.node(1).address()]
    const written = () => ours.log.all().length + other.log.all().length
    const before = written()
    await expect(open(`kurrentdb://${one},${two}?tls=false`)).rejects.toThrow(
      `KURRENTDB_URL: ${two} belongs to another cluster than ${one}: name the nodes of one cluster only`,
    )
    expect(written()).toBe(before)
  })
})

test('an append at an exact revision that a dying leader has written is found, once', async () => {
  const cluster = await startStandInCluster({ electionMs: 200 })
  closing.push(cluster.close)
  const store = await open(cluster.url())
  const events = newEvents(1)
  cluster.node(cluster.leader()!).loseAnswers(1)
  const appending = store.append('a-1', events, { expected: 'no_stream' })
  await cluster.kill(cluster.leader()!)
  await appending.catch((error: Error) => expect(error).toBeInstanceOf(StoreUnavailable))
  await worksAgain(store)
  await expect(store.append('a-1', newEvents(1, 7), { expected: 'no_stream' })).rejects.toThrow(ConcurrencyConflict)
  expect((await collect(store.readStream('a-1'))).map(({ id }) => id)).toEqual([events[0]!.id])
})

/** The same tests on the stand-in and, if KURRENTDB_CLUSTER_START is set, on the cluster that it starts. */
function describeNodes(name: string, tests: (start: () => Promise<Nodes>) => void): void {
  describe(`${name}, KurrentDB (a stand-in)`, () => tests(() => startNodes()))
  const program = process.env.KURRENTDB_CLUSTER_START
  if (program) describe(`${name}, KurrentDB (KURRENTDB_CLUSTER_START)`, () => tests(() => startNodes(program)))
}
