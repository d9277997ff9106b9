// Stores that are missing, shorter, foreign or newer are refused at start; a loss is accepted by a command of its own.
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openLoss } from '../../src/composition/guard/acceptLoss.js'
import { loadConfig } from '../../src/config.js'
import { withResources } from '../../src/kernel/resources.js'
import { newEvent } from '../../testbed/given/events.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { openPlace, type Place, type Shape } from '../../testbed/stores/place.js'
import { withStores } from '../../testbed/stores/withStores.js'
import { describeMongo } from '../support/describeMongo.js'

const places: Place[] = []
let service: InProcessService | undefined
afterEach(async () => {
  await service?.stop()
  service = undefined
  for (const place of places.splice(0)) await place.remove()
})

async function newPlace(shape?: Shape, mongo?: string): Promise<Place> {
  const place = await openPlace(shape, { mongo })
  places.push(place)
  return place
}

async function open(place: Place): Promise<InProcessService> {
  service = await start({ place })
  return service
}

/** An account, then a stopped service. */
async function use(place: Place): Promise<string> {
  const { key } = await (await open(place)).account()
  await service!.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
  await service!.stop()
  service = undefined
  return key
}

async function refused(place: Place, says: RegExp): Promise<void> {
  const error: Error = await open(place).then(
    () => new Error('it started'),
    (error) => error,
  )
  expect(error.message).toMatch(says)
  expect(error.message).not.toContain('\n')
}

async function accept(place: Place) {
  const config = loadConfig({ ...place.settings, LOG_LEVEL: 'silent' })
  const { loss, close } = await withResources(async (closing) => ({ loss: await openLoss(config, closing) }))
  await loss?.accept()
  await close()
  return loss
}

describe('an embedded installation', () => {
  let place: Place
  let key: string
  const file = (name: string) => join(place.directory, name)
  beforeEach(async () => {
    place = await newPlace()
    key = await use(place)
  })

  test('without its log is not started as an empty one, until the loss is accepted', async () => {
    rmSync(file('events.mdb'))
    await refused(place, /events\.mdb is missing, .*restore it\. .*mailproof accept-loss/)
    expect(await accept(place)).toMatchObject({ recordedAt: undefined, vault: false })
    await open(place)
    expect((await service!.call('getUsage', { key })).status).toBe(401)
  })

  test('with a log that lacks its end is not started, until the loss is accepted; then it has what the log has', async () => {
    const copy = file('copy')
    copyFileSync(file('events.mdb'), copy)
    const later = await use(place)
    renameSync(copy, file('events.mdb'))
    await refused(place, /does not have the event at .*mailproof accept-loss [0-9a-f]{32},/)
    expect(await accept(place)).toMatchObject({ recordedAt: expect.any(String), reached: expect.any(String) })
    await open(place)
    const statusOf = async (key: string) => (await service!.call('getUsage', { key })).status
    expect([await statusOf(key), await statusOf(later)]).toEqual([200, 401])
  })

  test('without its vault, or also its secret, is not started, and nothing is created in their place', async () => {
    const secret = readFileSync(file('secret.key'))
    renameSync(file('vault.mdb'), file('kept'))
    await refused(place, /vault\.mdb is missing, .*together with secret\.key/)
    rmSync(file('secret.key'))
    await refused(place, /vault\.mdb is missing/)
    writeFileSync(file('secret.key'), secret, { mode: 0o600 })
    renameSync(file('kept'), file('vault.mdb'))
    await open(place)
    expect((await service!.call('getUsage', { key })).status).toBe(200)
  })

  test('with the vault of another installation is not started', async () => {
    const other = await newPlace()
    await use(other)
    for (const name of ['vault.mdb', 'secret.key']) copyFileSync(join(other.directory, name), file(name))
    await refused(place, /vault\.mdb is not the vault of this installation/)
    expect(await accept(place)).toMatchObject({ reached: undefined, vault: true })
    await open(place)
    expect((await service!.call('getUsage', { key })).status).toBe(200)
  })

  test('of an older release gets its guard record at the first start', async () => {
    writeFileSync(file('format.json'), '{"format":1}\n')
    await use(place)
    rmSync(file('events.mdb'))
    await refused(place, /events\.mdb is missing/)
  })

  test('whose newer program wrote events is not started by this one', async () => {
    const format = JSON.parse(readFileSync(file('format.json'), 'utf8'))
    expect(format.schemas).toMatchObject({ AccountRegistered: 1, AddressVerified: 1 })
    const schemas = { ...format.schemas, AccountSuspended: 1 }
    writeFileSync(file('format.json'), JSON.stringify({ ...format, schemas }))
    await refused(place, /AccountSuspended of version 1, .*start the newer mailproof/)
  })

  test('says so in its health when a newer program writes beside it', async () => {
    await open(place)
    await withStores(place.settings, ({ events }) =>
      events.append('account-1', [newEvent({ account: '1' }, 'AccountSuspended')], { expected: 'any' }),
    )
    const { body } = await service!.call('getReadiness')
    expect(body.checks.read_models.message).toMatch(/AccountSuspended at .*start the newer mailproof/)
  })
})

describeMongo('an installation beside a MongoDB', (mongo) => {
  test('is not started with the MongoDB of another, or an empty one', async () => {
    const [one, two, empty] = await Promise.all([1, 2, 3].map(() => newPlace('mongodb', mongo)))
    await use(one!)
    await use(two!)
    const mixed = (settings: object) => ({ ...one!, settings: { ...one!.settings, ...settings } })
    const { MONGODB_URL, SECRET_KEY } = two!.settings
    await refused(mixed({ MONGODB_URL, SECRET_KEY }), /belong to two installations: set DATA_DIR and MONGODB_URL/)
    await refused(mixed({ MONGODB_URL: empty!.settings.MONGODB_URL }), /is not the vault of this installation/)
  })

  test('is not started with an empty DATA_DIR', async () => {
    const [one, other] = [await newPlace('mongodb', mongo), await newPlace()]
    await use(one)
    const settings = { ...one.settings, DATA_DIR: other.directory }
    await refused({ ...one, settings }, /is empty, but had events up to .*mailproof accept-loss 0{32},/)
  })
})
