import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { makeAccounts } from '../../scripts/soak/accounts.js'
import { client } from '../support/client.js'
import { type DnsServer, startDnsServer } from '../support/dnsServer.js'
import { mailZone } from '../support/dnsZone.js'
import { eventually } from '../support/eventually.js'
import { type Settings, startProgram } from '../support/program.js'
import { openRaw } from '../support/rawHttp.js'

const CONNECTIONS = 20

let directory: string
let dns: DnsServer
let settings: Settings

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailproof-'))
  dns = await startDnsServer(mailZone(400))
  settings = {
    PORT: '0',
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    DNS_TIMEOUT_MS: '400',
  }
})
afterAll(async () => {
  await dns.close()
  await rm(directory, { recursive: true, force: true })
})

const verify = (key: string, email: string): string => {
  const body = JSON.stringify({ email })
  return `POST /v1/verify HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s under load', (signal) => {
  test('every request is answered that was written on an open connection before an answer said that it closes', async () => {
    const program = await startProgram(settings)
    const [account] = await makeAccounts(program.url, directory, 1)
    const { key } = account!
    let written = 0
    let good = 0
    const unanswered: string[] = []

    /** Asks without a pause, as long as the service keeps the connection open. */
    async function ask(number: number): Promise<void> {
      const connection = await openRaw(program.url)
      for (let call = 0; ; call++) {
        // Now and then a name that takes its time, so that there is always something under way.
        const email = call % 10 === 9 ? `ada@slow-${number}-${call}.mailproof.net` : 'ada@explicit.mailproof.net'
        if (call % 10 === 9)
          dns.set(`slow-${number}-${call}.mailproof.net`, { MX: [[10, 'mx1.mailproof.net']], delayMs: 100 })
        connection.write(verify(key, email))
        written++
        const answer = await connection.answer()
        if (answer?.status === 200) good++
        else unanswered.push(`connection ${number}, call ${call}: ${answer?.status ?? 'no answer'}`)
        if (!answer || answer.headers.connection === 'close') return connection.ended
      }
    }

    const clients = Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => ask(number)))
    const idle = await openRaw(program.url)
    idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
    await idle.answer()
    await eventually(
      () => good,
      (count) => count > 10 * CONNECTIONS,
    )
    const ended = program.end(signal)
    // A connection that was idle when the signal came may still bring a request for a moment.
    await sleep(100)
    idle.write(verify(key, 'no address'))
    written++
    if ((await idle.answer())?.status === 200) good++
    else unanswered.push('the idle connection')
    await clients

    expect(unanswered).toEqual([])
    expect(good).toBe(written)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })

    // And what was answered is in the log: no more and no less.
    const again = await startProgram(settings)
    const { request, close } = client(again.url)
    const stats = await request('GET', '/v1/stats', { key })
    close()
    await again.end('SIGTERM')
    expect(stats.body.current_month.verifications).toBe(written)
  }, 60_000)
})

test('a signal that comes with the line that says where it listens is a good end too; its data is free at once', async () => {
  for (let time = 0; time < 2; time++) {
    const program = await startProgram(settings)
    expect(await program.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  }
})
