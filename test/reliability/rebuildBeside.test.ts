// A second process rebuilds read models beside a busy service.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { erasures } from '../../src/eventing/erasureIndex.js'
import { eventually } from '../../testbed/eventually.js'
import { allProjections } from '../../testbed/features/history.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'
import { start } from '../../testbed/service/start.js'

const ACCOUNTS = 3
const ADDRESSES = ['ada@explicit.mailproof.net', 'ada@missing.mailproof.net', 'ada@gmail.com', 'no address at all']

let service: ProcessService
let made: Account[]

beforeAll(async () => {
  service = await start({ where: 'process', env: { LOG_LEVEL: 'warn' } })
  made = await service.accounts(ACCOUNTS)
})

afterAll(() => service.stop())

test('a second process rebuilds every read model beside a service under load, whose readers follow', async () => {
  const { request, operate } = service
  const problems: string[] = []
  const answered = new Map(made.map(({ id }) => [id, 0]))
  let done = false

  async function keepVerifying({ id, key }: Account): Promise<void> {
    for (let turn = 0; !done; turn++) {
      const email = ADDRESSES[turn % ADDRESSES.length]
      const { status, text } = await request('POST', '/v1/verify', { key, body: { email } })
      if (status === 200) answered.set(id, answered.get(id)! + 1)
      else problems.push(`a verification was answered ${status}: ${text}`)
    }
  }

  /** A verification that was answered before the query is counted in its result. */
  const looks: number[] = []
  async function keepReading({ id, key }: Account): Promise<void> {
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
  const { code, stdout, stderr } = await operate('projections', 'rebuild', '--all')
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
  const beside = await operate('projections', 'verify', '--json')
  const before = new Map(answered)
  // Requests continue to be answered after the rebuild, and each reader has looked several times.
  await eventually(
    () => looks.every((count) => count > 3) && made.every(({ id }) => answered.get(id)! > before.get(id)!),
    Boolean,
  )
  done = true
  await Promise.all([...clients, ...readers])

  expect([...new Set(problems)]).toEqual([])
  expect(different(beside.stdout)).toEqual(MODELS.map(() => []))

  for (const { id, key } of made) {
    const { body } = await request('GET', '/v1/stats', { key })
    expect(body.current_month.verifications).toBe(answered.get(id))
  }
  const health = await request('GET', '/health/ready')
  expect(health.body.status).toBe('ok')
  expect(generations((await operate('projections', 'list', '--json')).stdout)).toEqual(MODELS.map(() => 2))
  expect(different((await operate('projections', 'verify', '--json')).stdout)).toEqual(MODELS.map(() => []))
})

/** With the same definitions as the service. */
const MODELS = [erasures, ...allProjections]

const different = (json: string) => JSON.parse(json).map((model: { different: unknown }) => model.different)
const generations = (json: string) => JSON.parse(json).map((model: { generation: number }) => model.generation)
