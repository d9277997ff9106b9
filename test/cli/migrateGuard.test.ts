// Nothing starts on an empty MongoDB while the data is still embedded.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { connectMongo } from '../../src/adapters/mongodb/connect.js'
import { openKurrentdbLog } from '../../src/composition/kurrentdbLog.js'
import { createMigrationRecords, type MigrationRecord } from '../../src/composition/migration/migrationRecord.js'
import { DEFAULT_STREAM_PREFIX } from '../../src/config.js'
import { newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { ended, upload } from '../../testbed/callers/batches.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import { runProgram } from '../../testbed/service/program.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { openTarget, secretOf, type TargetShape } from '../../testbed/stores/migration.js'
import type { Place } from '../../testbed/stores/place.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'

const scratch = tempDirectory()
const embedded = join(scratch.path, 'embedded')
const meta = { schema: '1', correlationId: 'c', causationId: 'c', commandId: 'c', actor: 'system' }
const operator = { id: 'operator', correlationId: 'c', commandId: 'c' }
/** Every command that opens the stores. */
const COMMANDS = [
  ['serve'],
  ['accounts', 'list'],
  ['projections', 'list'],
  ['export'],
  ['replay', '--to', '2026-11-01'],
]

let account: string
beforeAll(async () => {
  const api = await start({ env: { DATA_DIR: embedded } })
  const { id, key } = await api.account()
  account = id
  await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
  await ended(api, key, await upload(api, key, 'email\nada@explicit.mailproof.net\n'))
  await api.stop()
})
afterAll(() => scratch.remove())

describeMongo('the guard against data that is embedded but not in MongoDB', (mongo) => {
  const places: Place[] = []
  afterAll(() => Promise.all(places.map((place) => place.remove())))

  interface There {
    readonly place: Place
    /** DATA_DIR is a copy of the installation. */
    readonly directory: string
    readonly settings: Settings
    migrate(): ReturnType<typeof runCommandLine>
  }

  async function there(shape: TargetShape): Promise<There> {
    const place = await openTarget(shape, mongo)
    places.push(place)
    const directory = join(scratch.path, newId())
    cpSync(embedded, directory, { recursive: true })
    const settings = { ...place.settings, DATA_DIR: directory, SECRET_KEY: secretOf(embedded), LOG_LEVEL: 'silent' }
    return { place, directory, settings, migrate: () => runCommandLine(['migrate', '--from', directory], settings) }
  }

  async function expectRefused(settings: Settings, why: RegExp, commands = [['accounts', 'list']]): Promise<void> {
    for (const words of commands) {
      const { code, stdout, stderr } = await runCommandLine(words, settings)
      expect({ words, code, stdout, stderr }).toEqual({
        words,
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(why),
      })
      expect(stderr.split('\n')).toHaveLength(2)
    }
  }

  async function withMark<T>(
    { settings }: There,
    use: (marks: ReturnType<typeof createMigrationRecords>, mark: MigrationRecord | undefined) => Promise<T>,
  ): Promise<T> {
    const { db, close } = await connectMongo({ url: settings.MONGODB_URL!, log: silentLog })
    try {
      const marks = createMigrationRecords(createMongoDocumentStore({ db }))
      return await use(marks, await marks.read())
    } finally {
      await close()
    }
  }

  /** As if the last attempt had been killed before verification. */
  const unproven = ({ done, ...mark }: MigrationRecord): MigrationRecord => mark

  async function withMongo<T>({ settings }: There, use: (client: MongoClient) => Promise<T>): Promise<T> {
    const client = new MongoClient(settings.MONGODB_URL!)
    try {
      return await use(client)
    } finally {
      await client.close()
    }
  }

  describe.each<TargetShape>(['mongodb', 'kurrentdb'])('(%s)', (shape) => {
    test('prevents the service, and every command that opens its stores, from starting, and writes nothing', async () => {
      const moving = await there(shape)
      await expectRefused(
        moving.settings,
        /DATA_DIR: (\S+) contains an embedded installation .* mailproof migrate --from \1,/,
        COMMANDS,
      )
      const found = await withMongo(moving, async (client) => {
        const collections = await client.db().collections()
        return Promise.all(collections.map((collection) => collection.countDocuments()))
      })
      expect(found.filter((count) => count > 0)).toEqual([])
    })

    test('does so also when only a part was moved', async () => {
      const moving = await there(shape)
      await moving.migrate()
      await withMark(moving, (marks, mark) => marks.write(unproven(mark!)))
      await expectRefused(
        moving.settings,
        /MONGODB_URL: \w+ contains only part of (\S+),.* mailproof migrate --from \1 again/,
      )
      expect(await moving.migrate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Moved /) })
      expect(await runCommandLine(['accounts', 'list'], moving.settings)).toMatchObject({ code: 0 })
    })

    test('reports that the old service has been used since, and that the two cannot be merged', async () => {
      const moving = await there(shape)
      await moving.migrate()
      // An older program would not notice it either.
      rmSync(join(moving.directory, 'moved.json'), { force: true })
      const alone = await start({ env: { DATA_DIR: moving.directory } })
      await alone.account()
      await alone.stop()
      await expectRefused(
        moving.settings,
        /DATA_DIR: \S+ contains an embedded installation that was not migrated to MongoDB/,
      )
      const { code, stderr } = await moving.migrate()
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/was migrated to \w+ on \S+, but has been used since/),
      })
    })

    test('includes what the old service wrote between two attempts', async () => {
      const moving = await there(shape)
      await moving.migrate()
      await withMark(moving, (marks, mark) => marks.write(unproven(mark!)))
      rmSync(join(moving.directory, 'moved.json'), { force: true })
      const alone = await start({ env: { DATA_DIR: moving.directory } })
      await alone.service.container.erasing.erase(account, operator)
      const { id, key } = await alone.account()
      const batch = await upload(alone, key, 'email\nada@explicit.mailproof.net\n')
      await ended(alone, key, batch)
      await alone.stop()

      const { code, stdout } = await moving.migrate()
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/ 2 data keys, 2 blobs, /) })
      const kept = await withMongo(moving, async (client) => ({
        keys: await client.db().collection('vault.keys').countDocuments(),
        destroyed: await client.db().collection('vault.destroyed').countDocuments(),
        files: await client.db().collection('blobs.files').distinct('metadata.owner'),
      }))
      expect(kept).toEqual({ keys: 2, destroyed: 1, files: [id] })
      const verified = await runCommandLine(['projections', 'verify'], moving.settings)
      expect(verified).toMatchObject({ code: 0, stdout: expect.not.stringContaining('differs') })
    })

    test('accepts accounts that were erased in MongoDB since', async () => {
      const moving = await there(shape)
      await moving.migrate()
      const api = await start({ env: moving.settings })
      await api.service.container.erasing.erase(account, operator)
      await api.stop()
      await withMark(moving, (marks, mark) =>
        marks.write({ ...mark!, done: { ...mark!.done!, keys: 'of another look' } }),
      )
      expect(await runCommandLine(['accounts', 'list'], moving.settings)).toMatchObject({ code: 0 })
    })

    test('detects a read model that differs, and the next attempt repairs it', async () => {
      const moving = await there(shape)
      const { stdout } = await moving.migrate()
      await withMark(moving, (marks, mark) => marks.write(unproven(mark!)))
      await withMongo(moving, (client) =>
        client
          .db()
          .collection('documents.usage-v1')
          .updateMany({}, { $set: { owner: 'eve' } }),
      )
      const failed = await moving.migrate()
      expect(failed).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/The moved data does not match \S+: usage differs\. /),
      })
      await expectRefused(moving.settings, /mailproof migrate --from \S+ again/)
      expect(await moving.migrate()).toMatchObject({ code: 0, stdout })
    })
  })

  test('prevents the embedded service from starting again with a log that has continued elsewhere', async () => {
    const moving = await there('mongodb')
    await moving.migrate()
    const { DATA_DIR } = moving.settings
    await expectRefused(
      { DATA_DIR: DATA_DIR!, LOG_LEVEL: 'silent' },
      /MONGODB_URL: must be set, because everything but the log in \S+ was migrated/,
    )
  })

  test('checks the log that the data was moved to', async () => {
    const [kurrentdb, directory] = [await there('kurrentdb'), await there('mongodb')]
    await kurrentdb.migrate()
    await directory.migrate()
    const { KURRENTDB_URL, ...without } = kurrentdb.settings
    await expectRefused(
      without,
      /KURRENTDB_URL: must be set, because mailproof migrate moved the log of \S+ to KurrentDB/,
    )
    await expectRefused({ ...directory.settings, KURRENTDB_URL: KURRENTDB_URL! }, /KURRENTDB_URL: must not be set/)
  })

  test('resumes after the last event in KurrentDB, and only if that event is its own', async () => {
    const moving = await there('kurrentdb')
    await moving.migrate()
    await withMark(moving, (marks, mark) => marks.write(unproven(mark!)))
    const event = { id: newId(), type: 'AccountErased', data: { account: 'unknown' }, meta }
    const store = await openKurrentdbEventStore({
      url: moving.settings.KURRENTDB_URL!,
      log: silentLog,
      naming: async () => ({ prefix: DEFAULT_STREAM_PREFIX }),
    })
    await store.append('account-1', [event], { expected: 'no_stream' })
    await store.close()
    const { code, stderr } = await moving.migrate()
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/KURRENTDB_URL: its log contains events that are not from/),
    })
  })

  test('resumes after a store outage, which is reported in one line', async () => {
    const moving = await there('kurrentdb')
    const server = moving.place.standIn!
    const moved = moving.migrate()
    while (!server.log.all().some(({ type }) => type.startsWith('Account'))) await nextTurn()
    await server.stop()
    expect(await moved).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^mailproof: (the )?KurrentDB [^\n]+ What has been moved is kept; run the same command again to resume\.\n$/,
      ),
    })
    await server.restart()
    expect(await moving.migrate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Moved /) })
  })

  test('detects an additional event in the log', async () => {
    const [done, moving] = [await there('kurrentdb'), await there('kurrentdb')]
    await done.migrate()
    await withMark(done, async (_, mark) => withMark(moving, (marks) => marks.write(unproven(mark!))))
    const foreign = { id: newId(), type: 'AccountErased', data: { account: 'unknown' }, meta }
    const { db, close } = await connectMongo({ url: moving.settings.MONGODB_URL!, log: silentLog })
    const store = await openKurrentdbLog({
      url: moving.settings.KURRENTDB_URL!,
      prefix: undefined,
      documents: createMongoDocumentStore({ db }),
      log: silentLog,
    })
    await store.append('account-1', [foreign], { expected: 'no_stream' })
    for (const event of await collect(readLog(embedded))) await store.importEvents([event])
    await store.close()
    await close()
    const { code, stderr } = await moving.migrate()
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/event 1 differs between the two logs/) })
  })

  test('starts over when another KurrentDB is configured in between', async () => {
    const moving = await there('kurrentdb')
    await moving.migrate()
    await withMark(moving, (marks, mark) => marks.write(unproven(mark!)))
    const other = await openTarget('kurrentdb', mongo)
    places.push(other)
    // So that the same event is at another position.
    other.standIn!.log.keepOwn('$streams', '$another')
    const settings = { ...moving.settings, KURRENTDB_URL: other.settings.KURRENTDB_URL! }
    const migrate = () => runCommandLine(['migrate', '--from', moving.directory], settings)
    expect(await migrate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Moved /) })
    const verified = await runCommandLine(['projections', 'verify'], settings)
    expect(verified).toMatchObject({ code: 0, stdout: expect.not.stringContaining('differs') })
  })

  test('treats the data as moved when the log, which stayed in place, continues', async () => {
    const moving = await there('mongodb')
    await moving.migrate()
    const api = await start({ env: moving.settings })
    await api.account()
    await api.stop()
    expect(await moving.migrate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Already moved on /) })
  })

  test('requires free disk space for the comparison', async () => {
    const moving = await there('mongodb')
    const { code, stderr } = await runProgram(['migrate', '--from', moving.directory], {
      ...moving.settings,
      TMPDIR: join(scratch.path, 'nowhere'),
    })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^mailproof: TMPDIR: \S+ cannot be created \(ENOENT\)/),
    })
    expect(await moving.migrate()).toMatchObject({ code: 0 })
  })

  test('allows another directory in which the log is the same file', async () => {
    const moving = await there('mongodb')
    const settings = { ...moving.settings, DATA_DIR: join(scratch.path, newId()) }
    const { code, stdout } = await runCommandLine(['migrate', '--from', moving.directory], settings)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Moved /) })
    expect(await collect(readLog(settings.DATA_DIR))).toEqual(await collect(readLog(embedded)))
    expect(await runCommandLine(['accounts', 'list'], settings)).toMatchObject({ code: 0 })
    await expectRefused(
      {
        ...settings,
        DATA_DIR: join(scratch.path, 'embedded'),
        MONGODB_URL: (await there('mongodb')).settings.MONGODB_URL!,
      },
      /contains an embedded installation/,
    )
  })
})
