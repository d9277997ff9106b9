// Read models that were edited in MongoDB are noticed and repaired.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Db, MongoClient } from 'mongodb'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'

interface Change {
  readonly model: string
  readonly change: object
  /** A wrong answer. */
  readonly wrong: object
  /** Has the service write the document. */
  write(service: InProcessService, key: string): Promise<unknown>
}

/** What an analyst changes in the collections behind the views. */
const CHANGES: readonly Change[] = [
  {
    model: 'usage',
    change: { $set: { charged: 1_000_000 } },
    wrong: { current_month: { verifications: 1_000_000 } },
    write: ({ request }, key) => request('POST', '/v1/verify', { key, body: { email: 'no address' } }),
  },
  {
    model: 'accounts',
    change: { $set: { plan: 'scale' } },
    wrong: { plan: 'scale' },
    write: ({ request }, key) => request('POST', '/v1/keys/generate', { key }),
  },
]

describeMongo('a document that an analyst has changed', (mongo) => {
  const database = testDatabase(mongo)
  let directory: ReturnType<typeof tempDirectory>
  let settings: { readonly [name: string]: string }
  let service: InProcessService
  let client: MongoClient
  let db: Db
  let key: string

  beforeAll(async () => {
    directory = tempDirectory()
    settings = {
      DATA_DIR: directory.path,
      MONGODB_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
    }
    service = await start({ env: settings })
    client = new MongoClient(database.url)
    db = client.db()
    key = (await service.account()).key
    await service.request('POST', '/v1/verify', { key, body: { email: 'no address' } })
  })
  afterAll(async () => {
    await service?.stop()
    await client?.close()
    await database.drop()
    directory?.remove()
  })

  /** Waits until no read model is about to write a document. */
  async function allFolded(): Promise<void> {
    const { eventing, projections } = service.service.container
    const head = await eventing.head()
    await eventually(() => eventing.waitForPosition(head, projections.names), Boolean)
  }
  const stats = () => service.request('GET', '/v1/stats', { key })
  const readiness = async () => (await service.request('GET', '/health/ready')).body

  test.each(CHANGES)(
    'in $model is never served: the model stops, reports it, and a rebuild restores it',
    async ({ model, change, wrong, write }) => {
      const before = (await stats()).body
      await allFolded()
      await db.collection(`documents.${model}-v1`).updateMany({}, change)
      await write(service, key)
      await eventually(readiness, ({ checks }) => checks.read_models.message?.includes(`${model} is stopped`))
      expect((await readiness()).status).toBe('degraded')
      const { status, body } = await stats()
      expect([200, 502, 503]).toContain(status)
      expect(body).not.toMatchObject(wrong)

      expect(await runCommandLine(['projections', 'rebuild', model], settings)).toMatchObject({ code: 0 })
      await eventually(readiness, (ready) => ready.status === 'ok')
      const after = (await stats()).body
      expect(after.plan).toBe(before.plan)
      expect(after.current_month.verifications - before.current_month.verifications).toBe(model === 'usage' ? 1 : 0)
    },
  )
})
