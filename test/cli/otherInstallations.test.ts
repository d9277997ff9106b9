// A start on the stores of another installation is refused.
import { afterEach, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import type { Settings } from '../../testbed/service/settings.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'
import { testDatabase } from '../../testbed/stores/mongo/database.js'
import { dumpMongo } from '../../testbed/stores/mongo/dump.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

describeMongo('a start is refused in one line, with exit code 2 and before anything is written', (mongo) => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  /** The settings of a new installation. */
  function installation(server: StandIn): Settings & { readonly MONGODB_URL: string } {
    const database = testDatabase(mongo)
    const { path, remove } = tempDirectory()
    closing.push(remove, database.drop)
    return {
      DATA_DIR: path,
      MONGODB_URL: database.url,
      SECRET_KEY,
      LOG_LEVEL: 'silent',
      KURRENTDB_URL: server.url(),
    }
  }

  async function kurrentdb(): Promise<StandIn> {
    const server = await startStandIn()
    closing.push(server.close)
    return server
  }

  /** Begins its log. */
  async function begin(settings: Settings): Promise<void> {
    expect(await runCommandLine(['accounts', 'list', '--json'], settings)).toMatchObject({ code: 0, stderr: '' })
  }

  async function refusal(settings: Settings): Promise<string> {
    const { code, stdout, stderr } = await runCommandLine(['accounts', 'list'], settings)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
    return stderr
  }

  const streamsOf = (server: StandIn) => server.log.all().filter(({ stream }) => !stream.startsWith('$'))

  test('on a MongoDB that a newer version has written', async () => {
    const settings = installation(await kurrentdb())
    await begin(settings)
    const client = new MongoClient(settings.MONGODB_URL)
    closing.push(() => client.close())
    const forms = client.db().collection<{ _id: string; form: number }>('documents.forms')
    await forms.updateOne({ _id: 'documents' }, { $inc: { form: 1 } })
    const before = await dumpMongo(settings.MONGODB_URL)
    expect(await refusal(settings)).toMatch(
      /^mailproof: MONGODB_URL: a newer mailproof has written \w+ \(form 3 of its documents; this version reads forms up to 2\)/,
    )
    expect(await dumpMongo(settings.MONGODB_URL)).toBe(before)
  })

  test("with a prefix that is another installation's", async () => {
    const server = await kurrentdb()
    await begin({ ...installation(server), KURRENTDB_STREAM_PREFIX: 'a_' })
    const before = streamsOf(server)
    expect(await refusal({ ...installation(server), KURRENTDB_STREAM_PREFIX: 'a_' })).toContain(
      'KURRENTDB_STREAM_PREFIX: the streams a_… on this server belong to another installation',
    )
    expect(streamsOf(server)).toEqual(before)
  })

  test('with a prefix that changed under a running log', async () => {
    const server = await kurrentdb()
    const settings = installation(server)
    await begin({ ...settings, KURRENTDB_STREAM_PREFIX: 'a_' })
    const [events, documents] = [streamsOf(server), await dumpMongo(settings.MONGODB_URL)]
    expect(await refusal({ ...settings, KURRENTDB_STREAM_PREFIX: 'b_' })).toContain(
      "KURRENTDB_STREAM_PREFIX: is b_, but this installation's log was begun with a_",
    )
    expect(streamsOf(server)).toEqual(events)
    expect(await dumpMongo(settings.MONGODB_URL)).toBe(documents)
    await begin({ ...settings, KURRENTDB_STREAM_PREFIX: 'a_' })
  })
})
