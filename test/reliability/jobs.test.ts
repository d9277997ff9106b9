// Jobs of killed and competing processes.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createJobRunner } from '../../src/adapters/agenda/jobs.js'
import { createLmdbAgendaBackend } from '../../src/adapters/agenda/lmdb/backend.js'
import { silentLog } from '../../src/kernel/log.js'
import { compiled } from '../../testbed/service/compiled.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
let path: string
const children: ChildProcessByStdio<null, Readable, null>[] = []
beforeEach(() => {
  directory = tempDirectory()
  path = join(directory.path, 'jobs.mdb')
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = once(child, 'close')
    if (child.kill('SIGKILL')) await ended
  }
  directory.remove()
})

function startWorker(access: 'exclusive' | 'shared', concurrency: number, takesMs: number) {
  const args = [compiled('test/reliability/jobWorker.ts'), path, access, `${concurrency}`, `${takesMs}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close')
  const said = (word: string) =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith(word))
      .map((line) => line.split(' '))
  return {
    /** Keys of the runs that started, ended, or coincided with another run of the same job. */
    keys: (word: 'begin' | 'end' | 'beside') => said(word).map(([, key]) => key!),
    /** Maximum number of concurrent runs. */
    most: () => Math.max(...said('begin').map(([, , running]) => Number(running))),
    async saying(word: string, times: number): Promise<void> {
      while (said(word).length < times && child.exitCode === null) await once(child.stdout, 'data')
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
      // Leftovers of a killed run, by which another run of the job would be mistaken for a concurrent one.
      for (const name of readdirSync(directory.path).filter((name) => name.startsWith('jobs.mdb.job'))) {
        unlinkSync(join(directory.path, name))
      }
    },
  }
}

/** Accesses the file from another process, as operator's commands do. */
async function beside<T>(work: (jobs: Awaited<ReturnType<typeof createJobRunner>>) => Promise<T>): Promise<T> {
  const backend = createLmdbAgendaBackend({ path, exclusive: false })
  try {
    return await work(await createJobRunner({ backend, log: silentLog }))
  } finally {
    await backend.disconnect()
  }
}

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `job${index}`)
const enqueueAll = (keys: readonly string[]) =>
  beside(async (jobs) => {
    await Promise.all(keys.map((key) => jobs.enqueue('work', key)))
  })

test('jobs of a killed process run again immediately at its next start; no other runs twice, none is lost', async () => {
  const keys = keysOf(12)
  await enqueueAll(keys)
  const ended: string[] = []
  const underWay: string[] = []
  for (let cycle = 0; cycle < 3; cycle++) {
    const worker = startWorker('exclusive', 2, 1_000)
    await worker.saying('begin', 3)
    await worker.kill()
    ended.push(...worker.keys('end'))
    underWay.push(...worker.keys('begin').filter((key) => !worker.keys('end').includes(key)))
    expect(worker.most()).toBeLessThanOrEqual(2)
  }
  expect(underWay.length).toBeGreaterThan(0)
  const last = startWorker('exclusive', 2, 10)
  const began = Date.now()
  await last.saying('end', keys.length - new Set(ended).size)
  // Locks last 30 s: nothing waited for one to expire.
  expect(Date.now() - began).toBeLessThan(25_000)
  ended.push(...last.keys('end'))
  // Interrupted jobs ran again.
  expect(new Set(ended)).toEqual(new Set(keys))
  // A run that ended, but was killed before that was saved, runs twice; two at most for each kill.
  const twice = ended.filter((key, index) => ended.indexOf(key) !== index)
  expect(twice.length).toBeLessThanOrEqual(3 * 2)
})

test('two processes on one file do a hundred jobs: all of them, none twice, none concurrently with itself', async () => {
  const keys = keysOf(100)
  const workers = [startWorker('shared', 3, 60), startWorker('shared', 3, 60)]
  await Promise.all(workers.map((worker) => worker.saying('ready', 1)))
  await enqueueAll(keys)
  const all = () => workers.flatMap((worker) => worker.keys('end'))
  while (all().length < keys.length) await Promise.race(children.map((child) => once(child.stdout, 'data')))
  expect(all().sort()).toEqual(keys.sort())
  for (const worker of workers) {
    expect(worker.keys('beside')).toEqual([])
    expect(worker.keys('end').length).toBeGreaterThan(0)
    expect(worker.most()).toBeLessThanOrEqual(3)
  }
})
