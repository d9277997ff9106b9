import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Db, MongoClient } from 'mongodb'
import { runCommandLine } from '../support/commandLine.js'
import { eventually } from '../support/eventually.js'
import { testDatabase } from '../support/mongo/database.js'
import { describeMongo } from '../support/mongo/describeMongo.js'
import { startService, type TestService } from '../support/service.js'
import { tempDirectory } from '../support/tempDirectory.js'

/** The member that an analyst changes in each read model, behind its view. */
const CHANGES: readonly (readonly [model: string, change: object])[] = [
  ['usage', { $set: { charged: 1_000_000 } }],
  ['accounts', { $set: { plan: 'enterprise' } }],
]

describeMongo('a document that an analyst has changed', (mongo) => {
  const database = testDatabase(mongo)
  const directory = tempDirectory()
  const settings = {
    DATA_DIR: directory.path,
    MONGODB_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  let service: TestService
  let client: MongoClient
  let db: Db
  let key: string

  beforeAll(async () => {
    service = await startService({ env: settings })
    client = new MongoClient(database.url)
    db = client.db()
    key = (await service.account()).key
    await service.request('POST', '/v1/verify', { key, body: { email: 'no address' } })
    await eventually(
      () => service.usage(key),
      ({ verifications }) => verifications === 1,
    )
  })
  afterAll(async () => {
    await service.stop()
    await client.close()
    await database.drop()
    directory.remove()
  })

  const stats = () => service.request('GET', '/v1/stats', { key })
  const readiness = async () => (await service.request('GET', '/health/ready')).body

  test.each(CHANGES)(
    'in %s is served to nobody: the model stops, says so, and a rebuild restores it',
    async (model, change) => {
      const before = (await stats()).body
      await db.collection(`documents.${model}-v1`).updateMany({}, change)
      // Reads the document, or writes it.
      await eventually(
        () => service.request('POST', '/v1/verify', { key, body: { email: 'no address' } }),
        ({ status }) => status !== 200,
      ).catch(() => {})
      const { status, body } = await stats()
      expect(body.current_month?.verifications ?? 'refused').not.toBe(1_000_000)
      expect(body.plan ?? 'refused').not.toBe('enterprise')
      expect([200, 502, 503]).toContain(status)
      await eventually(
        readiness,
        (ready) =>
          ready.status === 'degraded' && JSON.stringify(ready).includes('another program has changed the document'),
      )
      expect(JSON.stringify(await readiness())).toContain(`mailproof projections rebuild ${model}`)

      const { code } = await runCommandLine(['projections', 'rebuild', model], settings)
      expect(code).toBe(0)
      await eventually(readiness, (ready) => ready.status === 'ok')
      const after = (await stats()).body
      expect(after.plan).toBe(before.plan)
      expect(after.current_month.verifications).toBeGreaterThanOrEqual(before.current_month.verifications)
      expect(after.current_month.verifications).toBeLessThan(1_000)
    },
    60_000,
  )
})
