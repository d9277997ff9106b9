// Politeness of a whole service: what a mail server sees of several processes for more than a minute of theirs.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import { mostWithin } from '../../testbed/mail/mostWithin.js'
import { type MailService, openMailService, zoneOf } from '../../testbed/mail/service.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'
import { describeMongo } from '../support/describeMongo.js'

const DOMAIN = 'one-mail.net'
const CONNECTIONS = 2
/** A minute of it is used up within seconds. */
const RECIPIENTS = 12
/** Time of the services passes so many times as fast; no faster, because their time-outs pass as fast on a busy machine. */
const SPEED = 2
const MINUTE_MS = 60_000 / SPEED
/** What a busy machine may take longer for a command than for one a minute later. */
const DELAY_MS = 500
const ACCOUNTS = 4
const ROWS = 40

const FAST_CLOCK = fileURLToPath(new URL('../../testbed/service/fastClock.mjs', import.meta.url))

const settings = {
  MAILBOX_CONNECTIONS: String(CONNECTIONS),
  MAILBOX_RECIPIENTS_PER_MINUTE: String(RECIPIENTS),
  NODE_OPTIONS: `--import=${FAST_CLOCK}`,
  CLOCK_SPEED: String(SPEED),
  DNS_TIMEOUT_MS: '10000',
}
/** A process whose self-test has failed on a busy machine repeats it after ten minutes of its own. */
const TESTED_WITHIN_MS = 350_000

// The gates of all processes meet in MongoDB, whatever has the log.
describeMongo('in several processes', (mongo) => {
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
      ...{ where: 'cluster', shape: 'mongodb', servers: { mongo } },
      zone: zoneOf([DOMAIN]),
      env: { ...mail.settings, ...settings, CLOCK_ORIGIN: String(Date.now()) },
    })
    watching = setInterval(() => {
      mostOpen = Math.max(mostOpen, mail.server.open)
    }, 2)
  })
  afterAll(async () => {
    clearInterval(watching)
    await service?.stop()
    await mail.close()
  })

  test('lists of several accounts and single questions to two API processes never exceed the limits, and go on', async () => {
    const { server } = mail
    const named = () => server.connections.flatMap((connection) => connection.named).sort((a, b) => a - b)
    // Each process greets a server to test itself.
    await eventually(
      () => server.connections.length - server.open,
      (ended) => ended >= service.processes.length,
      TESTED_WITHIN_MS,
    )
    server.forget()
    mostOpen = 0
    const accounts = await service.accounts(ACCOUNTS, { plan: 'growth' })
    for (const [at, { key }] of accounts.entries()) {
      const emails = Array.from({ length: ROWS }, (_, row) => `ada${at}-${row}@${DOMAIN}`)
      const body = { emails, async: true, mailbox: true }
      expect((await service.request('POST', '/v1/verify/bulk/agent', { key, body })).status).toBe(202)
    }
    const asked = accounts.flatMap(({ key }, at) =>
      Array.from({ length: 6 }, (_, row) => {
        const body = { email: `ada-${at}-${row}@${DOMAIN}`, mailbox: true }
        return service.request('POST', '/v1/verify', { key, body })
      }),
    )
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    // Nothing but time shows that they go on in the next minute, and that the limits hold in it, too.
    await eventually(
      () => named().length,
      (recipients) => recipients > RECIPIENTS,
      5 * MINUTE_MS,
    )
    await sleep(MINUTE_MS / 4)
    const times = named()
    const opened = server.connections.map(({ openedAt }) => openedAt)
    expect(mostWithin(times, MINUTE_MS - DELAY_MS)).toBeLessThanOrEqual(RECIPIENTS)
    expect(mostWithin(opened, MINUTE_MS - DELAY_MS)).toBeLessThanOrEqual(10)
    expect(mostOpen).toBeLessThanOrEqual(CONNECTIONS)
    const ofAda = server.recipients().filter((recipient) => recipient.startsWith('ada'))
    expect(new Set(ofAda).size).toBe(ofAda.length)
  }, 600_000)
})
