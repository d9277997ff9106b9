// Politeness of whole services, in every deployment: what a mail server sees of several processes for more than a minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import { mostWithin } from '../../testbed/mail/mostWithin.js'
import { type MailService, openMailService, zoneOf } from '../../testbed/mail/service.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'
import { describeKurrentdb } from '../support/describeKurrentdb.js'
import { describeMongo } from '../support/describeMongo.js'

const DOMAIN = 'one-mail.net'
const CONNECTIONS = 2
/** A minute of it is used up within seconds. */
const RECIPIENTS = 12
const MINUTE_MS = 60_000
const ACCOUNTS = 4
const ROWS = 40

/** A minute is the limit itself: nothing but time shows that it holds in the next one. Services wait for it side by side. */
const WATCHED_MS = 75_000

const settings = {
  MAILBOX_CONNECTIONS: String(CONNECTIONS),
  MAILBOX_RECIPIENTS_PER_MINUTE: String(RECIPIENTS),
}

function politeness(open: () => Promise<Parameters<typeof start>[0] & { where: 'cluster' }>): void {
  let mail: MailService
  let service: ProcessService
  let mostOpen = 0
  let watching: NodeJS.Timeout
  beforeAll(async () => {
    mail = await openMailService([DOMAIN])
    mail.server.say({
      greeting: (socket) => setTimeout(() => socket.write('220 mx.example ESMTP\r\n'), 20),
      rcpt: (recipient) => (recipient.startsWith('ada') ? '250 2.1.5 Ok' : '550 5.1.1 User unknown'),
    })
    service = await start({
      ...(await open()),
      zone: zoneOf([DOMAIN]),
      env: { ...mail.settings, ...settings },
    })
    watching = setInterval(() => {
      mostOpen = Math.max(mostOpen, mail.server.open)
    }, 2)
  })
  afterAll(async () => {
    clearInterval(watching)
    await service.stop()
    await mail.close()
  })

  test('lists of several accounts and single questions to two API processes never exceed the limits, and go on', async () => {
    const { server } = mail
    const named = () => server.connections.flatMap((connection) => connection.named).sort((a, b) => a - b)
    // Each process greets a server to test itself.
    await eventually(
      () => server.connections.length - server.open,
      (ended) => ended >= service.processes.length,
    )
    server.forget()
    mostOpen = 0
    const accounts = await service.accounts(ACCOUNTS, { plan: 'growth' })
    const began = performance.now()
    for (const [at, { key }] of accounts.entries()) {
      const emails = Array.from({ length: ROWS }, (_, row) => `ada${at}-${row}@${DOMAIN}`)
      const body = { emails, async: true, mailbox: true }
      expect((await service.call('verifyBulkAgent', { key, body })).status).toBe(202)
    }
    const asked = accounts.flatMap(({ key }, at) =>
      Array.from({ length: 6 }, (_, row) => {
        const body = { email: `ada-${at}-${row}@${DOMAIN}`, mailbox: true }
        return service.call('verifyEmail', { key, body })
      }),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    await sleep(began + WATCHED_MS - performance.now())
    const times = named()
    const opened = server.connections.map(({ openedAt }) => openedAt)
    expect(mostWithin(times, MINUTE_MS)).toBeLessThanOrEqual(RECIPIENTS)
    expect(mostWithin(opened, MINUTE_MS)).toBeLessThanOrEqual(10)
    expect(mostOpen).toBeLessThanOrEqual(CONNECTIONS)
    expect(times.length).toBeGreaterThan(RECIPIENTS)
    const ofAda = server.recipients().filter((recipient) => recipient.startsWith('ada'))
    expect(new Set(ofAda).size).toBe(ofAda.length)
  }, 240_000)
}

describeMongo('in several processes', (mongo) => {
  politeness(async () => ({ where: 'cluster', shape: 'mongodb', servers: { mongo } }))
})

describeKurrentdb('as a cluster', (kurrentdb) => {
  describeMongo('on MongoDB', (mongo) => {
    politeness(async () => ({ where: 'cluster', shape: 'kurrentdb', servers: { mongo, kurrentdb: await kurrentdb() } }))
  })
})
