// The health operations, and how often they query the stores.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createHealth } from '../../src/api/system/health.js'
import type { LastCheck } from '../../src/eventing/logCheck/lastCheck.js'
import type { ModelStatus } from '../../src/eventing/model.js'
import type { ReactorStatus } from '../../src/eventing/reactors.js'
import { START } from '../../src/kernel/position.js'

const MODEL: ModelStatus = { model: 'usage', generation: 1, version: 1, state: 'running', position: START, lagMs: 0 }
const REACTOR: ReactorStatus = { reactor: 'webhooks', state: 'running', position: START, lagMs: 0 }

let stores: { [name: string]: () => Promise<void> }
let models: () => Promise<readonly ModelStatus[]>
let reactors: () => Promise<readonly ReactorStatus[]>
let jobProblems: () => readonly string[]
let listProblems: readonly string[]
let lastCheck: () => Promise<LastCheck | undefined>
let isStopping: boolean
beforeEach(() => {
  stores = { event_store: async () => {}, jobs: async () => {} }
  models = async () => [MODEL]
  reactors = async () => [REACTOR]
  jobProblems = () => []
  listProblems = []
  lastCheck = async () => undefined
  isStopping = false
})

const create = (isHung = () => false) =>
  createHealth({
    version: '1',
    lists: () => ({ version: '2026-11-26.74d21fd656dc', problems: listProblems }),
    stores,
    models,
    reactors,
    jobProblems,
    lastCheck,
    isHung,
    isStopping: () => isStopping,
    now: Date.now,
  })
const ready = () => create().ready()
const down = async () => {
  throw new Error('the store is closed')
}

test('all callers together ask the stores once at a time, and at most four times a second', async () => {
  let probes = 0
  stores = {
    event_store: async () => {
      probes++
      await nextTurn()
    },
  }
  const { ready: check } = create()
  const now = jest.spyOn(performance, 'now').mockReturnValue(1_000)
  try {
    const reports = await Promise.all(Array.from({ length: 100 }, check))
    expect({ probes, different: new Set(reports).size }).toEqual({ probes: 1, different: 1 })
    now.mockReturnValue(1_249)
    expect(await check()).toBe(reports[0])
    expect(probes).toBe(1)
    now.mockReturnValue(1_250)
    expect(await check()).not.toBe(reports[0])
    expect(probes).toBe(2)
  } finally {
    now.mockRestore()
  }
})

describe('the status of the service is', () => {
  test('ok when every part works', async () => {
    const { status, checks } = await ready()
    expect(status).toBe('ok')
    expect(Object.keys(checks)).toEqual([
      'event_store',
      'jobs',
      'read_models',
      'reactors',
      'job_runs',
      'lists',
      'log_check',
    ])
  })

  test('degraded with position and date while the last check of the log found damage', async () => {
    const problem = 'the event at 2a cannot be read'
    const found = { at: '2026-11-20T03:12:45.118Z', events: 9, position: '2b', damaged: 2 }
    lastCheck = async () => ({ ...found, damage: [{ position: '2a', problem }] })
    const { status, checks } = await ready()
    expect(status).toBe('degraded')
    expect(checks.log_check).toEqual({
      status: 'degraded',
      message: `2 problems, the first at 2a: ${problem}; mailproof log check lists them`,
      checked_at: found.at,
    })
    lastCheck = async () => ({ ...found, damaged: 0, damage: [] })
    expect((await ready()).checks.log_check).toEqual({ status: 'ok', checked_at: found.at })
    lastCheck = async () => Promise.reject(new Error('the store is closed'))
    expect((await ready()).checks.log_check).toEqual({ status: 'ok' })
  })

  test('an error while the process stops, so that proxies send requests to another', async () => {
    isStopping = true
    const { status, checks } = await ready()
    expect(status).toBe('error')
    expect(checks.process).toEqual({ status: 'error', message: 'the process is stopping' })
  })

  test.each<[string, Partial<ModelStatus>, RegExp]>([
    ['has stopped', { state: 'stopped' }, /^usage is stopped at 0+$/],
    ['fails', { state: 'failing' }, /^usage is failing at 0+$/],
    ['is late', { lagMs: 10_001 }, /^usage is late at 0+$/],
  ])('degraded when a read model %s', async (_, change, message) => {
    models = async () => [
      { ...MODEL, model: 'accounts' },
      { ...MODEL, ...change },
    ]
    expect(await ready()).toMatchObject({
      status: 'degraded',
      checks: { read_models: { status: 'degraded', message: expect.stringMatching(message) } },
    })
  })

  test.each<[string, Partial<ReactorStatus>, RegExp]>([
    ['fails', { state: 'failing' }, /^webhooks is failing at 0+$/],
    ['is late', { lagMs: 10_001 }, /^webhooks is late at 0+$/],
  ])('degraded when a reactor %s', async (_, change, message) => {
    reactors = async () => [{ ...REACTOR, ...change }]
    expect(await ready()).toMatchObject({
      status: 'degraded',
      checks: {
        read_models: { status: 'ok' },
        reactors: { status: 'degraded', message: expect.stringMatching(message) },
      },
    })
  })

  test('degraded when a list of the operator has a mistake; every report names the version of the lists', async () => {
    listProblems = ['LISTS_DENY_FILE: /etc/deny.txt:2:3: A domain is missing here.']
    expect(await ready()).toMatchObject({
      status: 'degraded',
      lists_version: '2026-11-26.74d21fd656dc',
      checks: { lists: { status: 'degraded', message: listProblems[0] } },
    })
    expect(create().live().lists_version).toBe('2026-11-26.74d21fd656dc')
  })

  test('degraded when jobs stall or keep failing', async () => {
    jobProblems = () => ['not polling for due jobs', 'run_batch jobs failing repeatedly: 2']
    expect(await ready()).toMatchObject({
      status: 'degraded',
      checks: {
        jobs: { status: 'ok' },
        job_runs: {
          status: 'degraded',
          message: 'not polling for due jobs; run_batch jobs failing repeatedly: 2',
        },
      },
    })
  })

  test('degraded when the lag is unknown', async () => {
    reactors = down
    expect(await ready()).toMatchObject({ status: 'degraded', checks: { reactors: { status: 'degraded' } } })
  })

  test('error when a store is down, whatever else works', async () => {
    stores = { ...stores, jobs: down }
    models = async () => [{ ...MODEL, state: 'stopped' }]
    expect(await ready()).toMatchObject({
      status: 'error',
      checks: { event_store: { status: 'ok' }, jobs: { status: 'error', message: 'does not answer' } },
    })
  })
})
