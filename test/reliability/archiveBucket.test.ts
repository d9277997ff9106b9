// An installation whose archive is in a bucket: every command works with it, and runs that are killed lose nothing.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openBackupSource } from '../../src/composition/backup/backup.js'
import { openPoolAsOf } from '../../src/composition/poolAsOf.js'
import type { Config } from '../../src/config.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { createChance } from '../../testbed/chance.js'
import { asked } from '../../testbed/features/pastPool.js'
import { collect } from '../../testbed/given/events.js'
import { runProgram, startCommand } from '../../testbed/service/program.js'
import { HISTORY_SECRET } from '../../testbed/stores/migration.js'
import { type S3Faults, startFaults } from '../../testbed/stores/s3/faults.js'
import { type S3Server, startS3, whyNoS3 } from '../../testbed/stores/s3/server.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, configOf, newInstallation, restoreTo, within } from '../backup/installation.js'
import { describeUnless } from '../support/describeUnless.js'

const POSITIONS = 200

describeUnless(whyNoS3(), 'an installation with its archive in a bucket', () => {
  const scratch = tempDirectory()
  let server: S3Server
  let faults: S3Faults
  let config: Config
  let settings: Record<string, string>
  let before: Recorded[]
  beforeAll(async () => {
    server = await startS3()
    faults = await startFaults(server.port)
    const { DATA_DIR } = await newInstallation(scratch.path, 1_200)
    settings = {
      DATA_DIR,
      SECRET_KEY: HISTORY_SECRET.toString('base64'),
      TMPDIR: scratch.path,
      ...server.settings(faults.port),
    }
    config = configOf(DATA_DIR, settings)
    await addAccounts(config, 1)
    before = await eventsOf(config)
  }, 60_000)
  afterAll(async () => {
    await faults?.close()
    await server?.close()
    scratch.remove()
  })

  async function eventsOf(of: Config): Promise<Recorded[]> {
    const { events, close } = await openBackupSource(of)
    try {
      return await collect(events.readAll())
    } finally {
      await close()
    }
  }

  async function run(...words: string[]) {
    const { code, stdout, stderr } = await runProgram([...words, '--json'], settings)
    expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  const cache = () => join(config.DATA_DIR, 'archive')
  const forget = () => {
    for (const name of readdirSync(cache())) if (name.endsWith('.seg')) rmSync(join(cache(), name))
  }

  /** What the pool was at random positions. */
  async function replays() {
    const chance = createChance(20_261_127)
    const { poolAsOf, close } = await openPoolAsOf(config)
    const { getPoolStats } = asked(poolAsOf)
    try {
      const answers = []
      for (let count = 0; count < POSITIONS; count++) {
        const number = chance.between(0, before.length - 1)
        answers.push({ number, stats: await getPoolStats(Date.parse(before[number]!.recordedAt)) })
      }
      return answers
    } finally {
      await close()
    }
  }

  test('runs that are killed leave a whole log, and the next one completes them', async () => {
    const pastBefore = await replays()
    const command = ['archive', 'run', '--before', new Date().toISOString().slice(0, 7)]
    // Uploading, reading back, adding to the log, deleting from the live log.
    for (let kills = 0; kills < 6; kills++) {
      const sent = faults.requests.length
      const process = await startCommand(command, settings)
      const ended = { value: false }
      void process.ended.then(() => {
        ended.value = true
      })
      while (!ended.value && faults.requests.length <= sent + (kills % 2)) await sleep(1)
      await sleep(kills * 4)
      await process.end('SIGKILL')
      expect(await eventsOf(config)).toEqual(before)
    }
    await run(...command)
    expect(await run(...command)).toMatchObject({ segments: 0, bucket: settings.ARCHIVE_BUCKET })
    expect(await eventsOf(config)).toEqual(before)
    const { months, uploaded, other_files } = await run('archive', 'status')
    expect(months.length).toBeGreaterThan(0)
    expect(uploaded).toBe(server.objects().length)
    expect(other_files).toEqual([])
    forget()
    expect(await replays()).toEqual(pastBefore)
  }, 180_000)

  test('checks, rebuilds, exports, backups and restores read what only the bucket has', async () => {
    forget()
    expect(await run('archive', 'verify')).toMatchObject({ ok: true, problems: [], other_files: [] })
    forget()
    expect(await run('log', 'check')).toMatchObject({ ok: true, events: before.length })
    forget()
    await run('projections', 'verify')
    forget()
    await within(config, ({ projections }) => projections.rebuild(projections.names))
    forget()
    const exported = await runProgram(['export', 'verifications', '--format', 'ndjson'], settings)
    expect(exported.stdout.split('\n').length).toBeGreaterThan(100)
    forget()
    const set = join(scratch.path, 'set')
    await run('backup', set)
    const restored = join(scratch.path, 'restored')
    expect(await restoreTo(set, restored)).toMatchObject({ different: [], missingKeys: 0 })
    // A restored log needs no bucket.
    expect(await eventsOf(configOf(restored))).toEqual(before)
    await run('compact')
    expect(await eventsOf(config)).toEqual(before)
  }, 180_000)

  test('a bucket that is away keeps nothing from starting; one without the segments, and none, is refused in one line', async () => {
    forget()
    faults.set(() => 'closed')
    await within(config, async ({ projections }) => expect(projections.names.length).toBeGreaterThan(10))
    const failed = await runProgram(['archive', 'verify'], settings)
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toMatch(/^.*ARCHIVE_BUCKET: http\S+ does not answer \(.*\)\n$/)
    faults.set(() => undefined)

    const wrong = { ...settings, ARCHIVE_BUCKET: settings.ARCHIVE_BUCKET!.replace('/of/us', '/of/them') }
    const refused = await runProgram(['archive', 'status'], wrong)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(
      /is missing: it contains the events .*; it was uploaded to http.*Set ARCHIVE_BUCKET to .*\n$/,
    )
    const { ARCHIVE_BUCKET: _, ...without } = settings
    const none = await runProgram(['archive', 'status'], without)
    expect(none.code).toBe(2)
    expect(none.stderr).toContain(`Set ARCHIVE_BUCKET to ${settings.ARCHIVE_BUCKET}`)
    expect(existsSync(cache())).toBe(true)
  }, 60_000)
})
