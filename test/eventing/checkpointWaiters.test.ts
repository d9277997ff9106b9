// Waiting until read models have seen a write.
import { describe, expect, test } from '@jest/globals'
import { createCheckpointWaiters } from '../../src/eventing/checkpointWaiters.js'
import type { Model } from '../../src/eventing/model.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { at } from '../../testbed/stores/documents.js'
import { tallyModel } from './tallies.js'

/** Longer than any test: a wait that relied on the timeout would hang visibly. */
const FOR_EVER = 3_600_000

/** The part of a model that checkpoint waiters use. */
const modelAt = (name: string, checkpoint = START) =>
  ({ projection: tallyModel({ name }), serving: { checkpoint }, state: 'running' }) as Model

function followed(...models: readonly Model[]) {
  const followers = createCheckpointWaiters(new Map(models.map((model) => [model.projection.name, model])))
  return {
    ...followers,
    reach(model: Model, number: number): void {
      model.serving.checkpoint = at(number)
      followers.wake()
    },
  }
}

/** Whether a promise is settled by now, and how. */
const now = <T>(promise: Promise<T>): Promise<T | 'waits'> =>
  Promise.race([promise, Promise.resolve('waits' as const).then((waits) => waits)])

describe('a checkpoint waiter', () => {
  test('for a position already reached does not wait', async () => {
    const { wait } = followed(modelAt('a', at(2)))
    expect(await wait(at(2), [modelAt('a', at(2))], FOR_EVER)).toBe(true)
    expect(await wait(at(2), [], FOR_EVER)).toBe(true)
  })

  test('waits until every one of its models has reached the position', async () => {
    const [one, other, third] = [modelAt('one'), modelAt('other'), modelAt('third')]
    const { wait, reach } = followed(one, other, third)
    const follower = wait(at(2), [one, other], FOR_EVER)
    reach(one, 3)
    reach(other, 1)
    reach(third, 9)
    expect(await now(follower)).toBe('waits')
    reach(other, 2)
    expect(await follower).toBe(true)
  })

  test('fails immediately when the store does not answer, if it waits to read; after a write it resolves to false', async () => {
    const model = modelAt('a')
    const { wait, rejectAll } = followed(model)
    const [reader, writer] = [wait(at(1), [model], FOR_EVER, true), wait(at(1), [model], FOR_EVER)]
    rejectAll(new StoreUnavailable('away'))
    await expect(reader).rejects.toThrow('away')
    expect(await writer).toBe(false)
  })

  test('keeps waiting when the store of another model fails', async () => {
    const [model, other] = [modelAt('a'), modelAt('b')]
    const { wait, reach, rejectAll } = followed(model, other)
    const waiting = [wait(at(1), [model], FOR_EVER), wait(at(1), [model], FOR_EVER, true)]
    rejectAll(new StoreUnavailable('away'), other)
    expect(await Promise.all(waiting.map(now))).toEqual(['waits', 'waits'])
    reach(model, 1)
    expect(await Promise.all(waiting)).toEqual([true, true])
  })

  test('is settled independently of the others', async () => {
    const model = modelAt('a')
    const { wait, reach, release } = followed(model)
    const [near, far] = [wait(at(1), [model], FOR_EVER), wait(at(2), [model], FOR_EVER)]
    reach(model, 1)
    expect(await near).toBe(true)
    expect(await now(far)).toBe('waits')
    release()
    expect(await far).toBe(false)
  })

  test('resolves to false on timeout', async () => {
    const model = modelAt('a')
    expect(await followed(model).wait(at(1), [model], 1)).toBe(false)
  })

  test.each(['before', 'after'])('resolves to false immediately when a model stops %s the wait', async (when) => {
    const [stopped, other] = [modelAt('stopped'), modelAt('other')]
    const { wait, wake, reach } = followed(stopped, other)
    if (when === 'before') stopped.state = 'stopped'
    const followers = [wait(at(1), [stopped], FOR_EVER), wait(at(1), [other], FOR_EVER)]
    stopped.state = 'stopped'
    wake()
    expect(await followers[0]).toBe(false)
    expect(await now(followers[1]!)).toBe('waits')
    reach(other, 1)
    expect(await followers[1]).toBe(true)
  })

  test('resolves to true for what a stopped model had reached', async () => {
    const model: Model = { ...modelAt('a', at(5)), state: 'stopped' }
    expect(await followed(model).wait(at(5), [model], FOR_EVER)).toBe(true)
  })
})

describe('a runner that pauses', () => {
  test('resumes immediately when a call starts to wait', async () => {
    const model = modelAt('a')
    const { wait, pause, reach } = followed(model)
    const lingering = pause(FOR_EVER)
    expect(await now(lingering)).toBe('waits')
    const follower = wait(at(1), [model], FOR_EVER)
    await lingering
    reach(model, 1)
    expect(await follower).toBe(true)
  })

  test('does not pause while a call waits, and pauses again afterwards', async () => {
    const model = modelAt('a')
    const { wait, pause, reach, release } = followed(model)
    const follower = wait(at(1), [model], FOR_EVER)
    await pause(FOR_EVER)
    reach(model, 1)
    expect(await follower).toBe(true)
    const lingering = pause(FOR_EVER)
    expect(await now(lingering)).toBe('waits')
    release()
    await lingering
  })

  test('keeps pausing when a call need not wait', async () => {
    const model = modelAt('a', at(1))
    const { wait, pause, release } = followed(model)
    const lingering = pause(FOR_EVER)
    await wait(at(1), [model], FOR_EVER)
    expect(await now(lingering)).toBe('waits')
    release()
    await lingering
  })

  test('resumes by itself after the pause', async () => {
    await expect(followed(modelAt('a')).pause(1)).resolves.toBeUndefined()
  })
})
