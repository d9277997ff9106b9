// Concurrent appends: exactly one wins each revision.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { compiled } from '../../testbed/service/compiled.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { PER_STREAM, race, wonTwice } from '../../testbed/stores/races.js'

/** Set RACES for more: the races of each test. */
const RACES = Number(process.env.RACES ?? 40)
const EVENTS = Math.ceil(RACES / PER_STREAM) * PER_STREAM

/** Per race on a slow machine, with eight processes. */
const RACE_MS = 100
jest.setTimeout(Math.max(240_000, RACES * RACE_MS))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(lateShare?: number): Promise<StandIn> {
  const server = await startStandIn(lateShare === undefined ? {} : { lateShare })
  closing.push(server.close)
  return server
}

async function open(url: string) {
  const store = await openKurrentdbEventStore({ url, log: silentLog })
  closing.push(() => store.close())
  return store
}

describe.each([2, 4, 8])('%s handles in one process', (count) => {
  // A late event delays all of the server's answers.
  test.each([
    [undefined, RACES],
    [1, Math.min(RACES, 500)],
  ])('win each revision once, and lose to what they can read (share of late events: %s)', async (lateShare, races) => {
    const server = await start(lateShare)
    const handles = await Promise.all(Array.from({ length: count }, () => open(server.directUrl())))
    const outcome = await race(handles, races)
    expect({ ...outcome, ...(await wonTwice(handles[0]!)) }).toEqual({
      ...{ races: Math.ceil(races / PER_STREAM) * PER_STREAM, notOnce: 0, unread: 0 },
      ...{ events: outcome.races, wonTwice: 0 },
    })
  })
})

test.each([2, 4, 8])('%s processes win each revision once', async (count) => {
  const server = await start()
  const racers = await Promise.all(Array.from({ length: count }, () => startRacer(server.directUrl())))
  for (const racer of racers) racer.go()
  const results = await Promise.all(racers.map(({ result }) => result))
  const sum = (of: 'won' | 'conflicts') => results.reduce((total, result) => total + result[of], 0)
  expect(sum('conflicts')).toBeGreaterThan(EVENTS / 20)
  expect({ won: sum('won'), ...(await wonTwice(await open(server.directUrl()))) }).toEqual({
    ...{ won: EVENTS, events: EVENTS, wonTwice: 0 },
  })
})

async function startRacer(url: string) {
  const child = spawn(process.execPath, [compiled('test/reliability/racer.ts'), url, String(RACES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  closing.push(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  return {
    go: () => child.stdin.end('go\n'),
    result: ended.then(() => JSON.parse(output.split('\n')[1]!) as { won: number; conflicts: number }),
  }
}
