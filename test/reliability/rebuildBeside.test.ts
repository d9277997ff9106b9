import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { erasures } from '../../src/eventing/erasureIndex.js'
import { client } from '../../testbed/callers/client.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { eventually } from '../../testbed/eventually.js'
import { allProjections } from '../../testbed/features/history.js'
import { type MadeAccount, makeAccounts } from '../../testbed/service/accounts.js'
import { buildProgram } from '../../testbed/service/program.js'
import { BUILT, runCommand, type ServiceProcess, startServiceProcess } from '../../testbed/service/serviceProcess.js'

const ACCOUNTS = 3
const ADDRESSES = ['ada@explicit.mailproof.net', 'ada@missing.mailproof.net', 'ada@gmail.com', 'no address at all']

let directory: string
let dns: DnsServer
let service: ServiceProcess
let made: MadeAccount[]

beforeAll(async () => {
  await buildProgram()
  directory = await mkdtemp(join(tmpdir(), 'mailproof-beside-'))
  dns = await startDnsServer(mailZone())
  service = await startServiceProcess({ program: BUILT, env: settings() })
  made = await makeAccounts(service.url, directory, ACCOUNTS)
})

afterAll(async () => {
  await service.stop()
  await dns.close()
  await rm(directory, { recursive: true, force: true })
})

const settings = () => ({ DATA_DIR: directory, DNS_SERVERS: `${dns.address}:${dns.port}`, LOG_LEVEL: 'warn' })
const operate = (...words: string[]) => runCommand({ program: BUILT, env: settings() }, words)

test('a second process rebuilds every read model beside a service under load, whose readers follow', async () => {
  const { request, close } = client(service.url)
  const problems: string[] = []
  const answered = new Map(made.map(({ id }) => [id, 0]))
  let done = false

  async function keepVerifying({ id, key }: MadeAccount): Promise<void> {
    for (let turn = 0; !done; turn++) {
      const email = ADDRESSES[turn % ADDRESSES.length]
      const { status, text } = await request('POST', '/v1/verify', { key, body: { email } })
      if (status === 200) answered.set(id, answered.get(id)! + 1)
      else problems.push(`a verification was answered ${status}: ${text}`)
    }
  }

  /** A verification that was answered before the query is counted in its result. */
  const looks: number[] = []
  async function keepReading({ id, key }: MadeAccount): Promise<void> {
    const reader = looks.push(0) - 1
    for (let before = 0; !done; looks[reader]!++) {
      const least = Math.max(before, answered.get(id)!)
      const stats = await request('GET', '/v1/stats', { key })
      const used = stats.body.current_month?.verifications ?? 0
      if (used < least) problems.push(`stats say ${used} after ${least}`)
      before = used
      const { status, body } = await request('GET', '/v1/accounts/me', { key })
      if (status !== 200 || body.id !== id) problems.push(`an account is answered ${status}`)
    }
  }

  const clients = made.flatMap((account) => [keepVerifying(account), keepVerifying(account)])
  const readers = made.map(keepReading)
  for (let round = 0; round < 2; round++) {
    const { code, output } = await operate('projections', 'rebuild', '--all')
    expect({ code, output }).toMatchObject({ code: 0 })
  }
  const beside = await operate('projections', 'verify', '--json')
  const before = new Map(answered)
  // Requests continue to be answered after the rebuilds, and each reader has looked several times.
  await eventually(
    () => looks.every((count) => count > 3) && made.every(({ id }) => answered.get(id)! > before.get(id)!),
    Boolean,
  )
  done = true
  await Promise.all([...clients, ...readers])

  expect([...new Set(problems)]).toEqual([])
  expect(different(beside.output)).toEqual(MODELS.map(() => []))

  for (const { id, key } of made) {
    const { body } = await request('GET', '/v1/stats', { key })
    expect(body.current_month.verifications).toBe(answered.get(id))
  }
  const health = await request('GET', '/health/ready')
  expect(health.body.status).toBe('ok')
  expect(generations((await operate('projections', 'list', '--json')).output)).toEqual(MODELS.map(() => 3))
  expect(different((await operate('projections', 'verify', '--json')).output)).toEqual(MODELS.map(() => []))
  close()
})

/** With the same definitions as the service. */
const MODELS = [erasures, ...allProjections]

const different = (json: string) => JSON.parse(json).map((model: { different: unknown }) => model.different)
const generations = (json: string) => JSON.parse(json).map((model: { generation: number }) => model.generation)
