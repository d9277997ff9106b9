// When the watchdog replaces a MongoDB client, and when it keeps it.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { startWatchdog, type Watchdog } from '../../src/adapters/mongodb/watchdog.js'
import { silentLog } from '../../src/kernel/log.js'

/** Clients that answer pings or do not, and a store that answers new clients or does not. */
let answering: Set<number>
let storeAnswers: boolean
let current: number
let opened: number
let discarded: number[]
let warnings: object[]
let silentSince: number | undefined
let watchdog: Watchdog

beforeEach(() => {
  jest.useFakeTimers()
  answering = new Set()
  storeAnswers = true
  current = 0
  opened = 0
  discarded = []
  warnings = []
  silentSince = undefined
  watchdog = startWatchdog({
    silentSince: () => silentSince,
    async ping() {
      if (!answering.has(current)) return new Promise(() => {})
      silentSince = undefined
    },
    async open() {
      if (!storeAnswers) throw new Error('no answer')
      const id = ++opened
      return {
        adopt() {
          current = id
        },
        discard: () => void discarded.push(id),
      }
    },
    log: { ...silentLog, warn: (fields) => void warnings.push(fields) },
  })
})
afterEach(() => {
  watchdog.stop()
  jest.useRealTimers()
})

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)
/** A call starts, and gets no response. */
const goSilent = () => {
  silentSince ??= performance.now()
}

describe('a client without answers is', () => {
  test('replaced within six seconds, with one warning, while the store answers a new client', async () => {
    goSilent()
    await pass(6_000)
    expect({ current, discarded, replacements: watchdog.replacements() }).toEqual({
      current: 1,
      discarded: [],
      replacements: 1,
    })
    expect(warnings).toEqual([{ silentMs: expect.any(Number), replacements: 1 }])
    expect(watchdog.hung.aborted).toBe(false)
  })

  test('kept while the store itself does not answer, however long that takes', async () => {
    storeAnswers = false
    goSilent()
    await pass(600_000)
    expect({ current, warnings, isHung: watchdog.hung.aborted }).toEqual({ current: 0, warnings: [], isHung: false })
  })

  test('kept if it answers a ping once the store answers again', async () => {
    storeAnswers = false
    goSilent()
    await pass(60_000)
    storeAnswers = true
    answering.add(0)
    await pass(10_000)
    expect({ current, discarded, warnings }).toEqual({ current: 0, discarded: [1], warnings: [] })
  })

  test('kept if another call gets a response meanwhile', async () => {
    goSilent()
    await pass(3_000)
    silentSince = undefined
    await pass(10_000)
    expect({ current, discarded }).toEqual({ current: 0, discarded: [1] })
  })
})

test('a watchdog that is stopped while it opens a new client discards that client', async () => {
  goSilent()
  await pass(3_000)
  expect(opened).toBe(1)
  watchdog.stop()
  await pass(10_000)
  expect({ current, discarded }).toEqual({ current: 0, discarded: [1] })
})

test('a client with answers is never compared with a new one', async () => {
  for (let second = 0; second < 60; second++) {
    silentSince = performance.now()
    await pass(1_000)
    silentSince = undefined
  }
  expect(opened).toBe(0)
})

describe('a process whose replaced clients get no answers, either, is', () => {
  test('hung after the second of them, within 20 s', async () => {
    goSilent()
    await pass(20_000)
    expect(watchdog.replacements()).toBe(2)
    expect(watchdog.hung.reason).toEqual(
      new Error('MongoDB answers a new client, but none of the 2 clients that replaced the first one'),
    )
    expect(discarded).toEqual([3])
    const count = opened
    await pass(60_000)
    expect(opened).toBe(count)
  })

  test('not hung if one of them got an answer in between', async () => {
    for (let round = 0; round < 5; round++) {
      goSilent()
      await pass(6_000)
      silentSince = undefined
      await pass(1_000)
    }
    expect(watchdog.replacements()).toBe(5)
    expect(watchdog.hung.aborted).toBe(false)
  })

  test('not hung if the store did not answer in between', async () => {
    goSilent()
    await pass(10_500)
    expect(watchdog.replacements()).toBe(2)
    storeAnswers = false
    await pass(60_000)
    storeAnswers = true
    await pass(6_000)
    expect(watchdog.replacements()).toBe(3)
    expect(watchdog.hung.aborted).toBe(false)
  })
})
