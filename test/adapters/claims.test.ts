// Jobs that a process has claimed are released, whatever fails in between.
import { beforeEach, expect, test } from '@jest/globals'
import type { JobParameters } from 'agenda'
import { type Claims, trackClaims } from '../../src/adapters/agenda/claims.js'
import type { Claim, FencedAgendaBackend } from '../../src/adapters/agenda/fencedBackend.js'
import { createSlots, type Slots } from '../../src/adapters/agenda/slots.js'
import { silentLog } from '../../src/kernel/log.js'

let down: boolean
let unlocked: string[]
let looks: number
let slots: Slots
let claims: Claims
beforeEach(() => {
  let count = 0
  down = false
  unlocked = []
  looks = 0
  slots = createSlots()
  slots.define({ name: 'work', concurrency: 100 })
  const repository = {
    getNextJobToRun: async () => ({ _id: `${++count}`, claim: `c${count}`, name: 'work', lockedAt: new Date() }),
    saveJobState: async () => {
      if (down) throw new Error('down')
    },
    releaseClaims: async (claims: readonly Claim[]) => claims.map(({ token }) => token),
    unlockJob: async ({ _id }: JobParameters) => void unlocked.push(`${_id}`),
  }
  const backend = { name: 'fake', repository } as unknown as FencedAgendaBackend
  claims = trackClaims(backend, { lockMs: 1_000, slots, log: silentLog, poll: () => looks++ })
})

const repository = () => claims.backend.repository
const claim = () => repository().getNextJobToRun('work', new Date(), new Date(), new Date(), undefined)
const save = (job: JobParameters) => repository().saveJobState(job, undefined)
const taken = () => slots.counts()[0]!.taken

test('a run whose end cannot be saved is released', async () => {
  const job = (await claim())!
  await save(job)
  down = true
  await expect(save({ ...job, lockedAt: undefined } as JobParameters)).rejects.toThrow('down')
  expect(taken()).toBe(0)
  await claims.release()
  expect(unlocked).toEqual([])
})

test('a run that fails to start is released', async () => {
  const job = (await claim())!
  down = true
  await expect(save(job)).rejects.toThrow('down')
  expect(taken()).toBe(0)
  await claims.release()
  expect(unlocked).toEqual([])
})

test('a run whose progress cannot be saved is still held', async () => {
  const job = (await claim())!
  await save(job)
  down = true
  await expect(save(job)).rejects.toThrow('down')
  expect(taken()).toBe(1)
  await claims.release()
  expect(unlocked).toEqual(['1'])
})

test('releasing a job that has not started resumes claiming for its name', async () => {
  const jobs = []
  for (let job = await claim(); job; job = await claim()) jobs.push(job)
  expect(looks).toBe(0)
  await repository().unlockJob(jobs[0]!)
  expect(looks).toBe(1)
  expect(await claim()).toBeDefined()
})

test('no call to the backend is in progress once everything has been released', async () => {
  const calls: string[] = []
  let answer = (_job: JobParameters) => {}
  const repository = {
    getNextJobToRun: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    unlockJob: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      calls.push('unlocked')
    },
  }
  const slots = createSlots()
  slots.define({ name: 'work', concurrency: 1 })
  const options = { lockMs: 1_000, slots, log: silentLog, poll: () => {} }
  const slow = trackClaims({ name: 'fake', repository } as unknown as FencedAgendaBackend, options)
  const claiming = slow.backend.repository.getNextJobToRun('work', new Date(), new Date(), new Date(), undefined)
  const released = slow.release().then(() => calls.push('released'))
  answer({ _id: '1', claim: 'c1', name: 'work', lockedAt: new Date() } as unknown as JobParameters)
  await released
  expect(calls).toEqual(['unlocked', 'released'])
  expect(await claiming).toBeUndefined()
})
