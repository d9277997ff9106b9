// Several processes on one LMDB log, some of which are killed.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { collect, follow, newEvent } from '../../testbed/given/events.js'
import { compiled } from '../../testbed/service/compiled.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
let path: string
const children: ChildProcessByStdio<null, Readable, null>[] = []
beforeEach(() => {
  directory = tempDirectory()
  path = join(directory.path, 'events.mdb')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  directory.remove()
})

function start(name: string, appenders: number, count?: number) {
  const words = [path, name, `${appenders}`, ...(count ? [`${count}`] : [])]
  const child = spawn(process.execPath, [compiled('test/reliability/lmdbAppender.ts'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close')
  return {
    child,
    /** Ids acknowledged to the process; a truncated line is ignored. */
    acknowledged: () => output.split('\n').slice(0, -1),
    ended,
    async saying(lines: number): Promise<void> {
      while (this.acknowledged().length < lines && child.exitCode === null) await once(child.stdout, 'data')
    },
  }
}

async function idsInLog(): Promise<string[]> {
  const store = createLmdbEventStore({ path, clock: systemClock })
  const events = await collect(store.readAll())
  await store.close()
  for (const { data } of events) {
    const { name, number, ...rest } = data as { name: string; number: number }
    if (number !== undefined) expect(rest).toMatchObject({ [`by_${name}_${number % 50}`]: name })
  }
  return events.map(({ id }) => id)
}

test('a process killed during appends loses nothing that was acknowledged', async () => {
  const acknowledged: string[] = []
  for (let cycle = 0; cycle < 4; cycle++) {
    const appender = start(`cycle${cycle}`, 32)
    await appender.saying(300 + cycle * 300)
    appender.child.kill('SIGKILL')
    await appender.ended
    acknowledged.push(...appender.acknowledged())
    const ids = await idsInLog()
    expect(new Set(ids).size).toBe(ids.length)
    const inLog = new Set(ids)
    expect(acknowledged.filter((id) => !inLog.has(id))).toEqual([])
  }
  expect(acknowledged.length).toBeGreaterThan(1_000)
})

test('two processes append to one log while a third subscribes: one order, no gap, nothing missed', async () => {
  const store = createLmdbEventStore({ path, clock: systemClock })
  const following = follow(store.subscribe({ after: START, signal: new AbortController().signal }), 4_000)
  const appenders = [start('one', 16, 2_000), start('two', 16, 2_000)]
  await Promise.all(appenders.map(({ ended }) => ended))
  const events = await following
  expect(events).toEqual(await collect(store.readAll()))
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set(appenders.flatMap(({ acknowledged }) => acknowledged())))
  const positions = events.map(({ position }) => position)
  expect(positions).toEqual([...new Set(positions)].sort())
  const times = events.map(({ recordedAt }) => recordedAt)
  expect(times).toEqual([...times].sort())
  for (const name of ['one', 'two']) {
    expect(events.filter(({ data }) => (data as { name: string }).name === name)).toHaveLength(2_000)
  }
  await store.close()
})

test('a process that dies while others wait for its transaction does not block them', async () => {
  const store = createLmdbEventStore({ path, clock: systemClock })
  const appenders = [start('one', 8), start('two', 8)]
  await Promise.all(appenders.map((appender) => appender.saying(100)))
  for (const { child } of appenders) child.kill('SIGKILL')
  const { position } = await store.append('a-after', [newEvent()], {
    expected: 'no_stream',
  })
  await Promise.all(appenders.map(({ ended }) => ended))
  // A commit that had begun when its process was killed may come later.
  expect((await store.head()) >= position).toBe(true)
  await store.close()
})

test('a process that hangs in a transaction blocks others no longer than their timeout, and its death unblocks them', async () => {
  const store = createLmdbEventStore({ path, clock: systemClock, timeoutMs: 2_000 })
  await store.append('a-1', [newEvent()], { expected: 'any' })
  const hanger = spawn(process.execPath, [compiled('testbed/stores/lmdbLockProcess.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(hanger)
  await once(hanger.stdout, 'data')
  const lost = newEvent()
  await expect(store.append('a-1', [lost], { expected: 'any' })).rejects.toThrow(StoreUnavailable)
  await expect(store.append('a-1', [newEvent()], { expected: 'any' })).rejects.toThrow(/still busy/)
  await expect(store.ready()).rejects.toThrow(StoreUnavailable)
  expect(await collect(store.readAll())).toHaveLength(1)
  hanger.kill('SIGKILL')
  await once(hanger, 'exit')
  while (
    !(await store.ready().then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 20))
  await store.append('a-1', [newEvent()], { expected: 0n })
  expect((await collect(store.readAll())).map(({ id }) => id)).not.toContain(lost.id)
  await store.close()
})
