// Backups of a service under load: each is complete, and what is restored goes on without repeating anything.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { type Receiver, startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { backUpTo, configOf, eventsIn, restoreTo } from './installation.js'

const BACKUPS = Number(process.env.BACKUPS ?? 6)
const CLIENTS = 8

const scratch = tempDirectory()
const at = (name: string) => join(scratch.path, name)
let api: InProcessService
let receiver: Receiver
let config: ReturnType<typeof configOf>
beforeAll(async () => {
  receiver = await startAcceptingReceiver(204)
  api = await start({ env: { DATA_DIR: at('data'), ...REACHABLE } })
  config = configOf(at('data'), { SECRET_KEY: readFileSync(at('data/secret.key'), 'utf8').trim() })
})
afterAll(async () => {
  await api.stop()
  await receiver.close()
  scratch.remove()
})

test(`each of ${BACKUPS} sets made under load has all that was acknowledged before, and can be restored`, async () => {
  const { key } = await api.account({ plan: 'enterprise' })
  let acknowledged = 0
  let stopped = false
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let call = 0; !stopped; call++) {
      const email = `user${client}.${call}@explicit.mailproof.net`
      const { status } = await api.call('verifyEmail', { key, body: { email } })
      if (status === 200) acknowledged++
    }
  })
  const sets: { readonly set: string; readonly before: number; readonly events: number }[] = []
  for (let nth = 0; nth < BACKUPS; nth++) {
    const set = at(`set-${nth}`)
    await sleep(20)
    const before = acknowledged
    const { manifest } = await backUpTo(config, set)
    sets.push({ set, before, events: manifest.log.events })
  }
  stopped = true
  await Promise.all(clients)
  expect(acknowledged).toBeGreaterThan(BACKUPS)
  const live = await eventsIn(at('data'))
  for (const [nth, { set, before, events }] of sets.entries()) {
    const restored = await restoreTo(set, at(`restored-${nth}`), {}, config)
    expect(restored).toMatchObject({ events, different: [], missingKeys: 0 })
    const found = await eventsIn(at(`restored-${nth}`))
    expect(found).toEqual(live.slice(0, events))
    expect(found.filter(({ type }) => type === 'AddressVerified').length).toBeGreaterThanOrEqual(before)
  }
})

test('a service that starts with a restored set answers as before, and calls no webhook again', async () => {
  const { key } = await api.account({ plan: 'growth' })
  await hook(api, key, `http://127.0.0.1:${receiver.port}`, { events: ['verification.completed'] })
  await api.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
  await eventually(
    () => receiver.requests.length,
    (count) => count === 1,
  )
  await eventually(
    async () =>
      (await api.service.container.records.collection({ name: 'reactor_checkpoints' }).get('webhooks'))?.position,
    (position) => position !== undefined,
  )
  await backUpTo(config, at('hooked'))
  const answers = async (service: InProcessService) => ({
    account: (await service.call('getAccount', { key })).body,
    usage: (await service.call('getUsage', { key })).body,
    webhooks: (await service.call('listWebhooks', { key })).body,
  })
  const before = await answers(api)
  await api.stopService()
  await restoreTo(at('hooked'), at('restored'), {}, config)
  const secret = { SECRET_KEY: config.SECRET_KEY!.toString('base64') }
  const again = await start({ env: { DATA_DIR: at('restored'), ...REACHABLE, ...secret } })
  try {
    expect(await answers(again)).toEqual(before)
    await again.call('verifyEmail', { key, body: { email: 'bob@explicit.mailproof.net' } })
    await eventually(
      () => receiver.requests.length,
      (count) => count >= 2,
    )
    expect(receiver.requests).toHaveLength(2)
    expect(receiver.requests[1]).toContain('bob@explicit.mailproof.net')
  } finally {
    await again.stop()
  }
  const verified = await runCommandLine(['projections', 'verify'], {
    DATA_DIR: at('restored'),
    LOG_LEVEL: 'silent',
    ...secret,
  })
  expect(verified.code).toBe(0)
})
