// The documents of an installation are lost: everything is there again, and no webhook of the past is called again.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { collect } from '../../testbed/given/events.js'
import { startTarget, type Target } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { openPlace, type Place } from '../../testbed/stores/place.js'
import { describeMongo } from '../support/describeMongo.js'

const CALLS = 5

let place: Place
let target: Target
let service: InProcessService
beforeEach(async () => {
  target = await startTarget()
})
afterEach(async () => {
  await service.stop()
  await place.remove()
  await target.close()
})

const open = async () => {
  service = await start({ env: REACHABLE, place })
  return service
}

async function untilReactorsAreDone(): Promise<void> {
  await eventually(
    () => service.call('getReadiness'),
    ({ body }) => body.checks.reactors.status === 'ok',
  )
}

/** An account whose webhook was called, then the service without its documents. */
async function losing(lose: () => unknown): Promise<void> {
  const { key } = await (await open()).account({ plan: 'growth' })
  await service.call('createWebhook', { key, body: { url: target.url, events: ['verification.completed'] } })
  const verify = (name: string) =>
    service.call('verifyEmail', { key, body: { email: `${name}@explicit.mailproof.net`, share_signals: true } })
  for (let number = 0; number < CALLS; number++) await verify(`someone-${number}`)
  const untilCalled = (count: number) =>
    eventually(
      () => target.calls.length,
      (length) => length >= count,
    )
  await untilCalled(CALLS)
  await service.stop()
  await lose()
  await open()
  expect((await service.usage(key)).verifications).toBe(CALLS)
  await untilReactorsAreDone()
  await verify('later')
  await untilCalled(CALLS + 1)
  const ids = target.calls.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([CALLS + 1, CALLS + 1])
  const contributed = service.service.container.store.readAll({ types: new Set(['ValidationContributed']) })
  expect((await collect(contributed)).length).toBe(CALLS + 1)
}

test('without documents.mdb, everything is there again, and no webhook of the past is called', async () => {
  place = await openPlace('lmdb')
  await losing(() => rmSync(join(place.directory, 'documents.mdb')))
})

test('the same without the jobs and the checkpoints of the reactors', async () => {
  place = await openPlace('lmdb')
  await losing(async () => {
    for (const name of ['documents.mdb', 'jobs.mdb']) rmSync(join(place.directory, name))
    await dropCheckpoints(join(place.directory, 'vault.mdb'))
  })
})

async function dropCheckpoints(path: string): Promise<void> {
  const { createLmdbDocumentStore } = await import('../../src/adapters/documents/lmdb/documentStore.js')
  const documents = createLmdbDocumentStore({ path })
  await documents.collection({ name: 'reactor_checkpoints' }).drop()
  await documents.close()
}

describeMongo('beside a MongoDB', (mongo) => {
  test('the same without any collection but those of the vault and the installation', async () => {
    place = await openPlace('mongodb', { mongo })
    await losing(async () => {
      const client = new MongoClient(place.settings.MONGODB_URL!)
      for (const { name } of await client.db().listCollections().toArray())
        if (!/^(vault\.|installation)/.test(name)) await client.db().dropCollection(name)
      await client.close()
    })
  })
})
