// One format for all deployments: a set of one is restored into another, and back.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { projections } from '../../src/composition/projections.js'
import { loadConfig } from '../../src/config.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import type { Settings } from '../../testbed/service/settings.js'
import { HISTORY_SECRET, openTarget, type TargetShape, withoutPositions } from '../../testbed/stores/migration.js'
import type { Place } from '../../testbed/stores/place.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'
import { addAccounts, backUpTo, eventsIn, newInstallation, restoreTo, within } from './installation.js'

const scratch = tempDirectory()
const at = (name: string) => join(scratch.path, name)
const set = at('set')
beforeAll(async () => {
  await backUpTo(await newInstallation(scratch.path), set)
})
afterAll(() => scratch.remove())

describeMongo('a set', (mongo) => {
  describe.each<TargetShape>(['mongodb', 'kurrentdb'])('in the stores of %s', (shape) => {
    let place: Place
    let settings: Settings
    beforeAll(async () => {
      place = await openTarget(shape, mongo)
      const secret = HISTORY_SECRET.toString('base64')
      settings = { ...place.settings, DATA_DIR: at(shape), SECRET_KEY: secret, LOG_LEVEL: 'silent' }
    })
    afterAll(() => place.remove())

    test('is restored with the same ids, times and revisions; its backup is restored into a directory again', async () => {
      const restored = await runCommandLine(['restore', set], settings)
      expect({ ...restored, stderr: '' }).toEqual({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(
          new RegExp(
            `^Restored \\S+ to the configured stores: .*${projections.length} read models equal, 0 keys missing, 3 blobs`,
          ),
        ),
      })
      const original = await eventsIn(at('data'))
      expect(withoutPositions(await collect(readLog(settings)))).toEqual(withoutPositions(original))

      const config = loadConfig(settings)
      await addAccounts(config, 2)
      const { manifest } = await backUpTo(config, at(`${shape}-set`))
      const { added } = await backUpTo(config, at(`${shape}-set`))
      expect(added.events).toBe(0)
      const back = at(`${shape}-back`)
      const again = await restoreTo(at(`${shape}-set`), back)
      expect(again).toMatchObject({ events: manifest.log.events, different: [], missingKeys: 0, blobs: 3 })
      expect(withoutPositions(await eventsIn(back))).toEqual(withoutPositions(await collect(readLog(settings))))
      const checkpoints = await within(
        { ...config, ...loadConfig({ DATA_DIR: back, SECRET_KEY: settings.SECRET_KEY, LOG_LEVEL: 'silent' }) },
        ({ projections }) => projections.verify(['accounts', 'usage']),
      )
      expect(checkpoints.flatMap(({ different }) => different)).toEqual([])
    })

    test('is not restored over an installation', async () => {
      const refused = await runCommandLine(['restore', set], settings)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr.trim().split('\n').at(-1)).toMatch(
        /MONGODB_URL: the installation in .* was restored to these stores on/,
      )
    })
  })
})
