// Queries about accounts that nothing has folded yet, and when a key that has ended is refused.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { digestOf, newApiKey } from '../../src/features/accounts/apiKey.js'
import type { AccountEvent } from '../../src/features/accounts/events.js'
import { accountProjections } from '../../src/features/accounts/index.js'
import { createAuthenticate } from '../../src/features/accounts/queries/authenticate.js'
import { createGetCreatedAt } from '../../src/features/accounts/queries/getCreatedAt.js'
import { createGetKeyMask } from '../../src/features/accounts/queries/getKeyMask.js'
import { iso } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { HOUR_MS } from '../../src/kernel/time.js'
import { ada, bob, generated, keyId, registered, revoked } from '../../testbed/given/accountEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const BEGIN = Date.UTC(2026, 10, 21, 9)
let directory: ReturnType<typeof tempDirectory>
const ACTOR = { id: ada, correlationId: 'call', commandId: 'command' }
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
  await world.eventing.append(`account-${ada}`, [registered(), generated('first')], ACTOR, 'no_stream')
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

/** A key of an account, and what knows it in one process. */
async function openProcess() {
  const key = newApiKey(false)
  const vault = { open: async () => undefined } as unknown as Vault
  const { authenticate, onKeyEnded } = createAuthenticate({ ...world, vault, clock })
  const { data } = generated('own', { digest: digestOf(key) })
  const { account, digest } = data
  const issued = { type: 'ApiKeyIssued', data: { account, key: data.key } } as const
  const append = (...events: AccountEvent[]) => world.eventing.append(`account-${ada}`, events, ACTOR, 'any')
  await world.eventing.append(`key-${digest}`, [issued], ACTOR, 'no_stream')
  await append({ type: 'ApiKeyGenerated', data })
  return {
    authenticate: async () => authenticate(key),
    /** Ends the key in this process. */
    ends: (at: number) => onKeyEnded({ digest, effectiveAt: iso(at) }),
    /** Ends it in another one. */
    endsElsewhere: (at: number) => append(revoked('own', iso(at))),
  }
}

const INVALID = { code: 'INVALID_API_KEY' }

test('a key with a grace period ends at once when another process revokes it', async () => {
  const { authenticate, ends, endsElsewhere } = await openProcess()
  ends(BEGIN + HOUR_MS)
  expect(await authenticate()).toMatchObject({ account: ada })
  await endsElsewhere(BEGIN)
  clock.time += 2_000
  await expect(authenticate()).rejects.toMatchObject(INVALID)
})

test('a key that has ended stays so when a replacement with a grace period is repeated', async () => {
  const { authenticate, ends } = await openProcess()
  ends(BEGIN)
  ends(BEGIN + HOUR_MS)
  await expect(authenticate()).rejects.toMatchObject(INVALID)
})

test('a key is shown masked', async () => {
  const getKeyMask = createGetKeyMask(world)
  expect(await getKeyMask({ account: ada, key: keyId('first') })).toBe('mpk_Ab12…')
})
