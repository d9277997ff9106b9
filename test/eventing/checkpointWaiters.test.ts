import { describe, expect, test } from '@jest/globals'
import { createCheckpointWaiters } from '../../src/eventing/checkpointWaiters.js'
import type { Model } from '../../src/eventing/model.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { at } from '../support/documents.js'
import { tallyModel } from './tallies.js'

/** Longer than any test: whoever waited for it would be seen to hang. */
const FOR_EVER = 3_600_000

/** As much of a model as followers look at. */
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

describe('who follows', () => {
  test('what is seen already does not wait', async () => {
    const { wait } = followed(modelAt('a', at(2)))
    expect(await wait(at(2), [modelAt('a', at(2))], FOR_EVER)).toBe(true)
    expect(await wait(at(2), [], FOR_EVER)).toBe(true)
  })

  test('waits until every one of its models is there', async () => {
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

  test('in order to read is told at once that the store does not answer; whoever wrote goes on', async () => {
    const model = modelAt('a')
    const { wait, rejectAll } = followed(model)
    const [reader, writer] = [wait(at(1), [model], FOR_EVER, true), wait(at(1), [model], FOR_EVER)]
    rejectAll(new StoreUnavailable('away'))
    await expect(reader).rejects.toThrow('away')
    expect(await writer).toBe(false)
  })

  test('a model whose store answers waits on, whatever becomes of another', async () => {
    const [model, other] = [modelAt('a'), modelAt('b')]
    const { wait, reach, rejectAll } = followed(model, other)
    const waiting = [wait(at(1), [model], FOR_EVER), wait(at(1), [model], FOR_EVER, true)]
    rejectAll(new StoreUnavailable('away'), other)
    expect(await Promise.all(waiting.map(now))).toEqual(['waits', 'waits'])
    reach(model, 1)
    expect(await Promise.all(waiting)).toEqual([true, true])
  })

  test('is told each for itself', async () => {
    const model = modelAt('a')
    const { wait, reach, release } = followed(model)
    const [near, far] = [wait(at(1), [model], FOR_EVER), wait(at(2), [model], FOR_EVER)]
    reach(model, 1)
    expect(await near).toBe(true)
    expect(await now(far)).toBe('waits')
    release()
    expect(await far).toBe(false)
  })

  test('is told when its time is over', async () => {
    const model = modelAt('a')
    expect(await followed(model).wait(at(1), [model], 1)).toBe(false)
  })

  test.each(['before', 'after'])('a model that stops is told at once, when it stops %s', async (when) => {
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

  test('what a stopped model saw before it stopped is told so', async () => {
    const model: Model = { ...modelAt('a', at(5)), state: 'stopped' }
    expect(await followed(model).wait(at(5), [model], FOR_EVER)).toBe(true)
  })
})

describe('a runner that lingers', () => {
  test('goes on at once when somebody begins to follow', async () => {
    const model = modelAt('a')
    const { wait, pause, reach } = followed(model)
    const lingering = pause(FOR_EVER)
    expect(await now(lingering)).toBe('waits')
    const follower = wait(at(1), [model], FOR_EVER)
    await lingering
    reach(model, 1)
    expect(await follower).toBe(true)
  })

  test('does not pause while somebody follows, and does again afterwards', async () => {
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

  test('does not pause for who sees everything already', async () => {
    const model = modelAt('a', at(1))
    const { wait, pause, release } = followed(model)
    const lingering = pause(FOR_EVER)
    await wait(at(1), [model], FOR_EVER)
    expect(await now(lingering)).toBe('waits')
    release()
    await lingering
  })

  test('goes on when nobody comes', async () => {
    await followed(modelAt('a')).pause(1)
  })
})
