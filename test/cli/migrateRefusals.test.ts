// What `mailproof migrate` refuses, before it changes anything.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { DEFAULT_STREAM_PREFIX } from '../../src/config.js'
import { newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { Settings } from '../../testbed/service/settings.js'
import { start } from '../../testbed/service/start.js'
import { openTarget, secretOf, type TargetShape } from '../../testbed/stores/migration.js'
import { dumpMongo, restoreMongo } from '../../testbed/stores/mongo/dump.js'
import type { Place } from '../../testbed/stores/place.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'

const scratch = tempDirectory()
const path = (name: string) => join(scratch.path, name)
const embedded = path('embedded')
const another = path('another')

/** An installation with one account. */
async function live(directory: string): Promise<void> {
  const api = await start({ env: { DATA_DIR: directory } })
  await api.account()
  await api.stop()
}

beforeAll(async () => {
  await live(embedded)
  await live(another)
})
afterAll(() => scratch.remove())

/** A copy of the installation that a test may change. */
function copyOf(directory: string): string {
  const copy = path(newId())
  cpSync(directory, copy, { recursive: true })
  return copy
}

/** The output of a command that is refused. */
async function refusal(words: readonly string[], settings: Settings): Promise<string> {
  const { code, stdout, stderr } = await runCommandLine(words, { LOG_LEVEL: 'silent', ...settings })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^mailproof: [^\n]+\n$/)
  return stderr.slice('mailproof: '.length, -1)
}

describe('migrate is refused', () => {
  const MONGODB_URL = 'mongodb://127.0.0.1:1/never'

  test('without MONGODB_URL', async () => {
    expect(await refusal(['migrate', '--from', embedded], {})).toMatch(/^MONGODB_URL: must be set, because .*Example: /)
  })

  test('without the secret', async () => {
    expect(await refusal(['migrate', '--from', embedded], { MONGODB_URL })).toMatch(/^SECRET_KEY: must be set/)
  })

  test('without --from', async () => {
    const { code, stderr } = await runCommandLine(['migrate'], { MONGODB_URL })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("required option '--from <data dir>'"),
    })
  })

  describe('before MongoDB is contacted, when --from', () => {
    const settings = { MONGODB_URL, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
    const own = () => ({ MONGODB_URL, SECRET_KEY: secretOf(embedded) })

    test('does not exist, and it is not created', async () => {
      const said = await refusal(['migrate', '--from', path('nowhere')], settings)
      expect(said).toMatch(/nowhere holds no embedded mailproof \(\S+ is missing\): pass the DATA_DIR/)
      expect(existsSync(path('nowhere'))).toBe(false)
    })

    test('is a file', async () => {
      writeFileSync(path('file'), '')
      expect(await refusal(['migrate', '--from', path('file')], settings)).toMatch(/file holds no embedded mailproof/)
    })

    test('has a log, but no data keys', async () => {
      mkdirSync(path('log'))
      for (const name of ['format.json', 'events.mdb']) cpSync(join(embedded, name), join(path('log'), name))
      expect(await refusal(['migrate', '--from', path('log')], settings)).toMatch(/holds no embedded mailproof/)
    })

    test('was made with another secret', async () => {
      const said = await refusal(['migrate', '--from', embedded], settings)
      expect(said).toContain(`SECRET_KEY: the data in ${embedded} was created with another secret key.`)
      expect(said).toContain(`SECRET_KEY_FILE=${join(embedded, 'secret.key')}`)
    })

    test('is in use', async () => {
      const api = await start({ env: { DATA_DIR: copyOf(embedded) } })
      try {
        const { place } = api.service.container
        const said = await refusal(['migrate', '--from', place], own())
        expect(said).toMatch(/serve\.lock is locked by another mailproof \(process \d+, since .*\): stop it/)
      } finally {
        await api.stop()
      }
    })

    test('was written by a newer release', async () => {
      const newer = copyOf(embedded)
      writeFileSync(join(newer, 'format.json'), '{"format":99}\n')
      expect(await refusal(['migrate', '--from', newer], own())).toMatch(/has format 99/)
    })

    test('has lost an erasure with part of its log', async () => {
      const older = copyOf(embedded)
      const newer = copyOf(embedded)
      const api = await start({ env: { DATA_DIR: newer } })
      const { id } = await api.account()
      await api.service.container.erasing.erase(id, { id: 'operator', correlationId: 'c', commandId: 'c' })
      await api.stop()
      cpSync(join(older, 'events.mdb'), join(newer, 'events.mdb'))
      expect(await refusal(['migrate', '--from', newer], own())).toMatch(
        /older copy of its log.*Start a service with it once/,
      )
    })

    test('is damaged', async () => {
      const damaged = copyOf(embedded)
      writeFileSync(join(damaged, 'vault.mdb'), readFileSync(join(damaged, 'vault.mdb')).subarray(0, 9_000))
      expect(await refusal(['migrate', '--from', damaged], own())).toMatch(/vault\.mdb .*restore it from a backup/)
    })
  })
})

describeMongo('a MongoDB and log', (mongo) => {
  const places: Place[] = []
  afterAll(() => Promise.all(places.map((place) => place.remove())))

  async function newPlace(shape: TargetShape, secretFrom: string): Promise<Place & { readonly all: Settings }> {
    const place = await openTarget(shape, mongo)
    places.push(place)
    const all = { ...place.settings, DATA_DIR: path(newId()), SECRET_KEY: secretOf(secretFrom), LOG_LEVEL: 'silent' }
    return { ...place, all }
  }

  async function moved(shape: TargetShape, from = embedded) {
    const place = await newPlace(shape, from)
    expect(await runCommandLine(['migrate', '--from', from], place.all)).toMatchObject({ code: 0 })
    return place
  }

  test("that contain another service's data are refused as a target", async () => {
    const place = await newPlace('kurrentdb', embedded)
    const api = await start({ env: place.all })
    await api.account()
    await api.stop()
    const events = await collect(readLog(place.all))
    const said = await refusal(['migrate', '--from', embedded], place.all)
    expect(said).toMatch(
      /^MONGODB_URL: mailproof_test_\w+ already belongs to a mailproof installation.*Use an empty database$/,
    )
    expect(await collect(readLog(place.all))).toEqual(events)
  })

  test('that another installation was moved to are refused as a target', async () => {
    const place = await moved('mongodb')
    const settings = { ...place.all, SECRET_KEY: secretOf(another) }
    expect(await refusal(['migrate', '--from', another], settings)).toMatch(
      /^SECRET_KEY: the data in mailproof_test_\w+, to which MONGODB_URL points, was created with another secret key/,
    )
  })

  test.each<[string, readonly string[]]>([
    ['as a target', ['migrate', '--from', embedded]],
    ['by a command with another secret key', ['accounts', 'list']],
  ])(
    "that belong to an earlier release's installation are refused %s before its documents are converted",
    async (_, words) => {
      const place = await newPlace('mongodb', embedded)
      const { MONGODB_URL } = place.all
      const release = new URL('../fixtures/releases/0.1.0/mongodb.json.gz', import.meta.url)
      await restoreMongo(MONGODB_URL!, gunzipSync(readFileSync(release)).toString())
      const content = async () =>
        JSON.parse(await dumpMongo(MONGODB_URL!)).collections.filter(({ name }: { name: string }) =>
          /^documents|^vault/.test(name),
        )
      const before = await content()
      expect(await refusal(words, place.all)).toMatch(/was created with another secret key/)
      expect(await content()).toEqual(before)
    },
  )

  test('with the same secret are refused as a target too', async () => {
    const place = await newPlace('mongodb', embedded)
    const twin = path(newId())
    const api = await start({ env: { DATA_DIR: twin, SECRET_KEY: secretOf(embedded) } })
    await api.account()
    await api.stop()
    await runCommandLine(['migrate', '--from', twin], place.all)
    expect(await refusal(['migrate', '--from', embedded], place.all)).toMatch(
      /already contains the installation from \S+; \S+ cannot be added. Use an empty database$/,
    )
  })

  test('with the log of another installation are not written to', async () => {
    const place = await newPlace('kurrentdb', embedded)
    const meta = { schema: '1', correlationId: 'c', causationId: 'c', commandId: 'c', actor: 'system' }
    const event = { id: newId(), type: 'AccountErased', data: { account: 'unknown' }, meta }
    const other = await openKurrentdbEventStore({
      url: place.all.KURRENTDB_URL!,
      log: silentLog,
      naming: async () => ({ prefix: DEFAULT_STREAM_PREFIX }),
      installation: newId(),
    })
    await other.append('account-1', [event], { expected: 'no_stream' })
    expect(await refusal(['migrate', '--from', embedded], place.all)).toMatch(
      /^KURRENTDB_STREAM_PREFIX: the streams \S+ on this server belong to another installation/,
    )
    expect(await collect(other.readAll())).toHaveLength(1)
    await other.close()
  })

  test('that a running service uses are not changed', async () => {
    const place = await newPlace('kurrentdb', embedded)
    const api = await start({ env: place.all })
    try {
      expect(await refusal(['migrate', '--from', embedded], place.all)).toMatch(
        /^MONGODB_URL: mailproof_test_\w+ is in use by a running mailproof\. Stop all of its processes/,
      )
    } finally {
      await api.stop()
    }
    expect(await refusal(['migrate', '--from', embedded], place.all)).toMatch(/belongs to a mailproof installation/)
  })
})
