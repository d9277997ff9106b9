// The event store in KurrentDB fulfils the contract, with and without a prefix.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { describeUnless } from '../support/describeUnless.js'
import { fidelity } from './eventStore/fidelity.js'
import { identity } from './eventStore/identity.js'
import { namesAreChecked } from './eventStore/namesAreChecked.js'
import { reading } from './eventStore/reading.js'
import { subscribing } from './eventStore/subscribing.js'
import { eventStoreChapters, eventStoreContract } from './eventStoreContract.js'

const openAt = (url: string, prefix = '') =>
  openKurrentdbEventStore({ url, log: silentLog, timeoutMs: 5_000, naming: async () => ({ prefix }) })

const onStandIn = (prefix: string) => async () => {
  const clock = { now: Date.UTC(2026, 10, 21) }
  const server = await startStandIn({ now: () => clock.now })
  const handles: EventStore[] = []
  const second = async () => {
    const store = await openAt(server.url(), prefix)
    handles.push(store)
    return store
  }
  return {
    store: await second(),
    second,
    forward: async (milliseconds: number) => {
      clock.now += milliseconds
    },
    dispose: async () => {
      await Promise.all(handles.map((handle) => handle.close()))
      await server.close()
    },
  }
}

eventStoreContract('KurrentDB (a stand-in)', onStandIn('ours_'), { names: namesAreChecked })

// A prefix is a part of names, and of what is read and followed.
eventStoreChapters('KurrentDB (a stand-in), without a prefix', onStandIn(''), {
  reading,
  subscribing,
  'what was appended': fidelity,
  'at a position': identity,
  names: namesAreChecked,
})

const url = process.env.KURRENTDB_URL

describeUnless(url ? undefined : 'KURRENTDB_URL is not set', 'an existing server', () =>
  // The server may have other users, and an earlier run's events.
  eventStoreContract('KurrentDB (at KURRENTDB_URL)', async () => {
    const prefix = `test${randomUUID().replaceAll('-', '')}_`
    const handles: EventStore[] = []
    const open = async () => {
      const store = await openAt(url!, prefix)
      handles.push(store)
      return store
    }
    return {
      store: await open(),
      second: open,
      forward: (milliseconds) => sleep(milliseconds),
      dispose: async () => void (await Promise.all(handles.map((handle) => handle.close()))),
    }
  }),
)
