// The feed of new events for subscriptions.
import { describe, expect, test } from '@jest/globals'
import { createFeed } from '../../src/eventing/feed.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { silentLog } from '../../src/kernel/log.js'
import { type EventStore, type Slice, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'

const at = (place: number): string => String(place).padStart(32, '0')
const event = (place: number) => ({ type: 'Happened', position: at(place) }) as Recorded

/** A log written by hand, which records its subscriptions. */
function handLog() {
  const events: Recorded[] = []
  const followers = new Set<() => void>()
  const followed: string[] = []
  let failing = 0
  const store: Pick<EventStore, 'head' | 'subscribe'> = {
    head: async () => events.at(-1)?.position ?? at(0),
    subscribe: async function* ({ after, signal }): AsyncGenerator<Slice> {
      followed.push(after)
      if (failing-- > 0) throw new StoreUnavailable('for a moment')
      for (let position = after; !signal.aborted; ) {
        const next = events.filter((each) => each.position > position)
        position = next.at(-1)?.position ?? position
        yield { events: next, position, caughtUp: true, bytes: 0 }
        if (events.some((each) => each.position > position)) continue
        await new Promise<void>((resolve) => {
          followers.add(resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    },
  }
  return {
    store,
    /** Start position of every subscription. */
    followed,
    fail: (times: number) => {
      failing = times
    },
    write(place: number): void {
      events.push(event(place))
      for (const wake of followers) wake()
      followers.clear()
    },
  }
}

const feedOf = (log: ReturnType<typeof handLog>) =>
  createFeed({ store: log.store, types: ['Happened'], log: silentLog })

function listener() {
  const heard: string[] = []
  return { heard, hear: ({ position }: Recorded) => void heard.push(position) }
}

describe('a feed', () => {
  test('subscribes to the log once for all listeners, and only while there are any', async () => {
    const log = handLog()
    const feed = feedOf(log)
    log.write(1)
    expect(log.followed).toEqual([])
    const [ada, bob] = [listener(), listener()]
    const stops = [await feed.listen(ada.hear), await feed.listen(bob.hear)]
    log.write(2)
    await eventually(
      () => [ada.heard, bob.heard],
      (heard) => heard.every(({ length }) => length === 1),
    )
    expect(log.followed).toEqual([at(1)])

    stops[0]!()
    log.write(3)
    await eventually(
      () => bob.heard,
      ({ length }) => length === 2,
    )
    stops[1]!()
    stops[1]!()
    log.write(4)
    const cleo = listener()
    await feed.listen(cleo.hear)
    log.write(5)
    await eventually(
      () => cleo.heard,
      ({ length }) => length === 1,
    )
    expect({ ada: ada.heard, bob: bob.heard, cleo: cleo.heard }).toEqual({
      ada: [at(2)],
      bob: [at(2), at(3)],
      cleo: [at(5)],
    })
    expect(log.followed).toEqual([at(1), at(4)])
    feed.close()
  })

  test('goes on for a function that listens again before the first time has stopped', async () => {
    const log = handLog()
    const feed = feedOf(log)
    const ada = listener()
    const stop = await feed.listen(ada.hear)
    const again = feed.listen(ada.hear)
    stop()
    await again
    log.write(1)
    await eventually(
      () => ada.heard,
      ({ length }) => length === 1,
    )
    feed.close()
  })

  test('misses no event after listening has started, even if the store fails meanwhile', async () => {
    const log = handLog()
    const feed = feedOf(log)
    log.fail(1)
    const ada = listener()
    await feed.listen(ada.hear)
    log.write(1)
    log.write(2)
    await eventually(
      () => ada.heard,
      ({ length }) => length === 2,
    )
    expect(ada.heard).toEqual([at(1), at(2)])
    expect(log.followed).toEqual([at(0), at(0)])
    feed.close()
  })

  test('rejects a listener when the subscription cannot start, and can start later', async () => {
    const log = handLog()
    let down = true
    const head = async () => {
      if (down) throw new StoreUnavailable('down')
      return log.store.head()
    }
    const feed = createFeed({ store: { ...log.store, head }, types: ['Happened'], log: silentLog })
    const ada = listener()
    await expect(feed.listen(ada.hear)).rejects.toThrow(StoreUnavailable)
    down = false
    await feed.listen(ada.hear)
    log.write(1)
    await eventually(
      () => ada.heard,
      ({ length }) => length === 1,
    )
    feed.close()
  })
})
