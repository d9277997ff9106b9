// Another log is recognised by what was read, never by what was not answered.
import { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers, { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createLogIdentity, isInLog } from '../../src/eventing/logIdentity.js'
import { createOrigins } from '../../src/eventing/runner/origins.js'
import { Failure } from '../../src/kernel/failure.js'
import { silentLog } from '../../src/kernel/log.js'
import { DifferentLog, StoreUnavailable, UnreadableEvent } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { eventually } from '../../testbed/eventually.js'
import { at } from '../../testbed/stores/documents.js'

const ids = Array.from({ length: 9 }, () => randomUUID())
const down = new StoreUnavailable('not now')

/** A log of events with these ids, at positions from 1; `answer` may fail instead. */
function logOf(given: readonly string[], answer = (_read: number): void => {}) {
  let events = given
  let reads = 0
  const store = {
    async eventAt(position: string) {
      answer(++reads)
      const id = events[Number.parseInt(position, 16) - 1]
      return id === undefined ? undefined : { id }
    },
    async *readAll() {},
    head: async () => at(events.length),
  }
  return {
    store: store as never,
    replaceBy(other: readonly string[]) {
      events = other
    },
  }
}
const checkpointAt = (number: number, id: string | undefined = ids[number - 1]) => ({ position: at(number), id })

describe('a checkpoint', () => {
  test.each<[string, ReturnType<typeof checkpointAt>, boolean]>([
    ['at the start is in every log', { position: START, id: undefined }, true],
    ['is in the log that has its event', checkpointAt(3), true],
    ['is not in a shorter log', checkpointAt(6), false],
    ['is not in a log with another event at its position', checkpointAt(3, randomUUID()), false],
    ['without a name is adopted if an event is there', { position: at(3), id: undefined }, true],
    ['without a name is not in a shorter log', { position: at(6), id: undefined }, false],
  ])('%s', async (_, checkpoint, expected) => {
    expect(await isInLog(logOf(ids.slice(0, 5)).store, checkpoint, 1)).toBe(expected)
  })

  test('is not judged while the log does not answer', async () => {
    const { store } = logOf([], () => {
      throw down
    })
    await expect(isInLog(store, checkpointAt(1), 1)).rejects.toBe(down)
  })

  test('is in the log if a leader that lags behind has been replaced by the second read', async () => {
    const log = logOf(ids.slice(0, 2), (read) => read === 2 && log.replaceBy(ids))
    expect(await isInLog(log.store, checkpointAt(3), 1)).toBe(true)
  })

  test('at an event that cannot be read is no evidence', async () => {
    const { store } = logOf(ids, () => {
      throw new UnreadableEvent({ position: at(1), stream: null, type: null, sha256: '' })
    })
    expect(await isInLog(store, checkpointAt(1, randomUUID()), 1)).toBe(true)
  })
})

describe('a running process', () => {
  const create = (log: ReturnType<typeof logOf>, checkpoints = [checkpointAt(2), checkpointAt(5)]) =>
    createLogIdentity({ store: log.store, checkpoints: () => checkpoints, log: silentLog, confirmMs: 50 })

  test('answers nothing as soon as the log differs, and then restarts', async () => {
    const log = logOf(ids)
    const identity = create(log)
    await identity.assertLog()
    log.replaceBy(ids.slice(0, 4))
    await expect(identity.assertLog()).rejects.toThrow(DifferentLog)
    expect(() => identity.assertSame()).toThrow(Failure)
    await eventually(
      () => identity.replaced.aborted,
      (aborted) => aborted,
    )
    expect(identity.replaced.reason).toBeInstanceOf(DifferentLog)
  })

  test('goes on if the log was only behind', async () => {
    const log = logOf(ids)
    const identity = create(log)
    log.replaceBy(ids.slice(0, 4))
    await expect(identity.assertLog()).rejects.toThrow(DifferentLog)
    log.replaceBy(ids)
    await eventually(
      () =>
        identity.assertLog().then(
          () => true,
          () => false,
        ),
      (same) => same,
    )
    expect(identity.assertSame()).toBeUndefined()
    expect(identity.replaced.aborted).toBe(false)
  })

  test('answers nothing while the log that differed does not answer, until it is read again', async () => {
    let isDown = false
    const log = logOf(ids, () => {
      if (isDown) throw down
    })
    const identity = create(log)
    await identity.check()
    log.replaceBy(ids.slice(0, 4))
    await identity.check()
    isDown = true
    await sleep(150)
    expect(() => identity.assertSame()).toThrow(Failure)
    isDown = false
    await eventually(
      async () => {
        await identity.check()
        return identity.replaced.aborted
      },
      (aborted) => aborted,
    )
  })

  test('suspects nothing while the log does not answer', async () => {
    let isDown = false
    const identity = create(
      logOf(ids, () => {
        if (isDown) throw down
      }),
    )
    await identity.check()
    isDown = true
    await expect(identity.check()).rejects.toBe(down)
    expect(identity.assertSame()).toBeUndefined()
  })

  test('remembers the newest event that it found, also if its models were rebuilt from another log', async () => {
    const log = logOf(ids)
    const checkpoints = [checkpointAt(5)]
    const identity = create(log, checkpoints)
    await identity.assertLog()
    const other = [randomUUID()]
    log.replaceBy(other)
    checkpoints[0] = checkpointAt(1, other[0])
    await expect(identity.assertLog()).rejects.toThrow(DifferentLog)
  })
})

test('read models of another log are confirmed once: a start does not wait for that again', async () => {
  const { setTimeout: original } = timers
  const delays: unknown[] = []
  const replace = (replacement: typeof original) => {
    timers.setTimeout = replacement
    syncBuiltinESMExports()
  }
  replace((delay, ...more) => {
    delays.push(delay)
    return original(0, ...more)
  })
  try {
    const model = { projection: { name: 'accounts' }, serving: { checkpoint: at(3), checkpointId: ids[2] } }
    const { foreign } = createOrigins({
      store: logOf(ids.slice(0, 2)).store,
      models: new Map([['accounts', model]]) as never,
    })
    expect([await foreign(), await foreign()]).toEqual([['accounts'], ['accounts']])
    expect(delays).toEqual([2_500, 0])
  } finally {
    replace(original)
  }
})
