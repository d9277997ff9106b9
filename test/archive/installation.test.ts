// An installation whose old months are archived: replays, read models, backups and a migration are as before.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runArchive } from '../../src/composition/archive/run.js'
import { openBackupSource } from '../../src/composition/backup/backup.js'
import { migrate } from '../../src/composition/migration/migrate.js'
import { openPoolAsOf } from '../../src/composition/poolAsOf.js'
import type { Config } from '../../src/config.js'
import { createChance } from '../../testbed/chance.js'
import { asked } from '../../testbed/features/pastPool.js'
import { openTarget } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import {
  addAccounts,
  backUpTo,
  configOf,
  eventsIn,
  newInstallation,
  restoreTo,
  within,
} from '../backup/installation.js'
import { describeMongo } from '../support/describeMongo.js'

const POSITIONS = Number(process.env.POSITIONS ?? 40)

const scratch = tempDirectory()
let config: Config
beforeAll(async () => {
  config = await newInstallation(scratch.path, 600)
  // The last event, and with it this month, stays live.
  await addAccounts(config, 1)
})
afterAll(() => scratch.remove())

async function archiveAll(): Promise<number> {
  const { events, archive, close } = await openBackupSource(config)
  try {
    const added = await runArchive({ events, archive: archive! }, { before: Date.now(), rangeEvents: 100 })
    return added.reduce((sum, segment) => sum + segment.events, 0)
  } finally {
    await close()
  }
}

/** What the pool was at random positions. */
async function replays() {
  const events = await eventsIn(config.DATA_DIR)
  const chance = createChance(20_261_126)
  const { poolAsOf, close } = await openPoolAsOf(config)
  const { getPoolStats, getPoolLeaderboard } = asked(poolAsOf)
  try {
    const answers = []
    for (let count = 0; count < POSITIONS; count++) {
      const number = chance.between(0, events.length - 1)
      const time = Date.parse(events[number]!.recordedAt)
      answers.push({
        number,
        stats: await getPoolStats(time),
        leaderboard: await getPoolLeaderboard('all-time', 100, time),
      })
    }
    return answers
  } finally {
    await close()
  }
}

test('replays at random positions, read models and backups are the same across the border', async () => {
  const before = { events: await eventsIn(config.DATA_DIR), replays: await replays() }
  expect(await archiveAll()).toBeGreaterThan(500)
  expect(await eventsIn(config.DATA_DIR)).toEqual(before.events)
  expect(await replays()).toEqual(before.replays)

  const verified = await within(config, ({ projections }) => projections.verify(projections.names))
  expect(verified.flatMap(({ different }) => different)).toEqual([])
  await within(config, ({ projections }) => projections.rebuild(projections.names))

  const set = join(scratch.path, 'set')
  await backUpTo(config, set)
  const restored = join(scratch.path, 'restored')
  expect(await restoreTo(set, restored)).toMatchObject({ different: [], missingKeys: 0 })
  // A restored log is whole by itself, and needs no archive.
  expect(await eventsIn(restored)).toEqual(before.events)
}, 120_000)

describeMongo('migrating an archived installation to MongoDB', (mongo) => {
  test('takes the archive along into another data directory', async () => {
    const before = await eventsIn(config.DATA_DIR)
    const place = await openTarget('mongodb', mongo)
    try {
      const { MONGODB_URL = '' } = place.settings
      const target = configOf(join(scratch.path, 'migrated'), { MONGODB_URL })
      expect(await migrate(target, config.DATA_DIR, () => {})).toMatchObject({ outcome: 'moved' })
      expect(await eventsIn(target.DATA_DIR)).toEqual(before)
    } finally {
      await place.remove()
    }
  }, 60_000)
})
