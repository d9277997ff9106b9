import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { accountProjections } from '../../src/features/accounts/index.js'
import { createGetCreatedAt } from '../../src/features/accounts/queries/getCreatedAt.js'
import { createGetKeyMask } from '../../src/features/accounts/queries/getKeyMask.js'
import { silentLog } from '../../src/kernel/log.js'
import { ada, bob, generated, keyId, registered } from '../../testbed/given/accountEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const BEGIN = Date.UTC(2026, 10, 21, 9)
let directory: ReturnType<typeof tempDirectory>
const clock = { time: BEGIN, now: () => clock.time }

async function open() {
  const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock })
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const projections = accountProjections
  // Nothing is folded: new events must be found by replay.
  const { eventing } = await createEventing({ store, documents, projections, clock, log: silentLog })
  return { eventing, close: () => Promise.all([store.close(), documents.close()]) }
}

let world: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  directory = tempDirectory()
  clock.time = BEGIN
  world = await open()
  const actor = { id: ada, correlationId: 'call', commandId: 'command' }
  await world.eventing.append(`account-${ada}`, [registered(), generated('first')], actor, 'no_stream')
})
afterEach(async () => {
  await world.close()
  directory.remove()
})

test('the creation time of an account is available immediately, and cached', async () => {
  const getCreatedAt = createGetCreatedAt(world)
  expect(await getCreatedAt(bob)).toBeUndefined()
  clock.time += 1_000
  expect(await getCreatedAt(ada)).toBe('2026-11-21T09:00:00.000Z')
  expect(getCreatedAt(ada)).toBe('2026-11-21T09:00:00.000Z')
})

test('a key is shown masked', async () => {
  const getKeyMask = createGetKeyMask(world)
  expect(await getKeyMask({ account: ada, key: keyId('first') })).toBe('mpk_Ab12…')
})
