// The main flow of callers and operator, through kill -9, in every deployment.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { erasures } from '../../src/eventing/erasureIndex.js'
import { eventually } from '../../testbed/eventually.js'
import { allProjections } from '../../testbed/features/history.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { runShell } from '../../testbed/service/program.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeShapes } from '../support/describeShapes.js'

/** The leases of a dead process have expired by then, on a slow machine too. */
const TAKEN_OVER_MS = 60_000
/** Between two requests of somebody who is there during a rebuild: hundreds are made nevertheless. */
const PAUSE_MS = 5

describeShapes('the service and its operator', (start) => {
  let service: ProcessService
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service?.dispose())

  /** The JSON output of a command run in this process, beside those of the service. */
  async function json(...words: string[]) {
    const { code, stdout, stderr } = await runCommandLine([...words, '--json'], service.settings)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  /** A call with curl, as in the README. */
  async function curl(path: string, key?: string, body?: object) {
    const { code, stdout } = await runShell(
      `curl -sS "$URL${path}" ${key ? '-H "X-API-Key: $KEY"' : ''} ${body ? `-H 'Content-Type: application/json' -d "$BODY"` : ''}`,
      { URL: service.next(), KEY: key ?? '', BODY: JSON.stringify(body ?? null) },
    )
    expect(code).toBe(0)
    return JSON.parse(stdout)
  }

  async function newAccount(): Promise<{ id: string; key: string }> {
    const { account, api_key } = await curl('/v1/accounts/create', undefined, { email: 'ada@example.org', name: 'Ada' })
    return { id: account.id, key: api_key }
  }

  describe('the start', () => {
    test('prints its address, where its stores are, and two commands that work when pasted', async () => {
      for (const { url, printed } of service.apis) {
        expect(printed()).toMatch(new RegExp(`^mailproof listens on http://\\S+:${new URL(url).port}$`, 'm'))
        expect(printed()).toContain(service.place.stores)
        const pasted = printed()
          .split('\n')
          .filter((line) => /^ +(KEY=|curl )/.test(line))
        expect(pasted).toHaveLength(2)
        const { code, stdout } = await runShell(pasted.join('\n'))
        expect(code).toBe(0)
        expect(JSON.parse(stdout)).toMatchObject({ email: 'someone@gmail.com', valid: true, status: 'valid' })
      }
    })
  })

  describe('the main flow', () => {
    test('accounts, keys, verdicts of both APIs, usage and a used-up month all survive kill -9', async () => {
      const usedUp = await newAccount()
      await json('accounts', 'set-limits', usedUp.id, '--per-month', '2')
      await eventually(
        () => curl('/v1/stats', usedUp.key),
        ({ current_month }) => current_month.limit === 2,
      )
      expect((await curl('/v1/verify/batch', usedUp.key, { emails: ['a', 'b'] })).summary.total).toBe(2)

      const { id, key } = await newAccount()
      expect(await curl('/v1/verify', key, { email: 'ada@explicit.mailproof.net' })).toMatchObject({ valid: true })
      expect(await curl('/v1/verify', key, { email: 'ada@null-mx.mailproof.net' })).toMatchObject({ reason: 'null_mx' })
      expect(await curl('/v2/verify', key, { email: 'ada@implicit.mailproof.net' })).toMatchObject({
        default_decision: 'allow',
        reasons: [{ code: 'implicit_mx' }],
      })
      const batch = await curl('/v1/verify/batch', key, { emails: ['a', 'b@explicit.mailproof.net', 'a'] })
      expect(batch.summary).toEqual({ total: 3, valid: 1, invalid: 2, unknown: 0 })
      const other = await curl('/v1/keys/generate', key, { name: 'web server' })
      const account = await curl('/v1/accounts/me', key)
      const usage = { verifications: 5, limit: 1_000, remaining: 995 }
      expect((await curl('/v1/stats', key)).current_month).toEqual(usage)

      await service.kill()
      await service.start()

      expect(await curl('/v1/accounts/me', key)).toEqual({ ...account, id })
      expect((await curl('/v1/stats', other.api_key)).current_month).toEqual(usage)
      const names = (await curl('/v1/keys', key)).keys.map(({ name }: { name: string | null }) => name)
      expect(names).toEqual([null, 'web server'])
      expect((await curl('/v1/verify', usedUp.key, { email: 'c' })).error).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        details: { scope: 'month', used: 2, remaining: 0 },
      })
      await curl('/v1/verify', key, { email: 'ada@explicit.mailproof.net' })
      // The leader is dead; another process takes over once its lease has expired.
      const used = () => curl('/v1/stats', key).then(({ current_month }) => current_month.verifications)
      expect(await eventually(used, (count) => count > 5, TAKEN_OVER_MS)).toBe(6)
    })
  })

  describe('operator commands beside the running service', () => {
    test('accounts list shows every account, as a table and as JSON', async () => {
      const { id } = await newAccount()
      const rows = await json('accounts', 'list')
      const row = rows.find((each: { id: string }) => each.id === id)
      expect(row).toMatchObject({
        email: 'ada@example.org',
        name: 'Ada',
        plan: 'free',
        per_month: 1_000,
        active_keys: 1,
      })
      const { code, stdout } = await service.operate('accounts', 'list')
      expect(code).toBe(0)
      expect(stdout).toContain(id)
      expect(stdout).toContain('ada@example.org')
    })

    test('set-plan and set-limits take effect in the running service', async () => {
      const { id, key } = await newAccount()
      await curl('/v1/stats', key)
      expect(await json('accounts', 'set-plan', id, 'growth')).toMatchObject({ account: id, outcome: 'changed' })
      await eventually(
        () => curl('/v1/stats', key),
        ({ plan, rate_limits }) => plan === 'growth' && rate_limits.per_minute === 600,
      )
      await json('accounts', 'set-limits', id, '--per-minute', '7', '--per-month', '70')
      await eventually(
        () => curl('/v1/stats', key),
        ({ current_month, rate_limits }) => current_month.limit === 70 && rate_limits.per_minute === 7,
      )
      await json('accounts', 'set-limits', id, '--per-month', 'plan')
      await eventually(
        () => curl('/v1/stats', key),
        ({ current_month, rate_limits }) => current_month.limit === 50_000 && rate_limits.per_minute === 7,
      )
      expect(await json('accounts', 'set-plan', id, 'growth')).toMatchObject({ outcome: 'unchanged' })
    })

    test('an unknown account is a negative outcome, reported in one line', async () => {
      const { code, stdout, stderr } = await runCommandLine(
        ['accounts', 'set-plan', 'unknown', 'growth'],
        service.settings,
      )
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^mailproof: .+\n$/)
    })

    test('projections can be listed, rebuilt and verified as equal during requests', async () => {
      const { key } = await newAccount()
      let over = false
      let answered = 0
      const load = (async () => {
        while (!over) {
          const { status } = await service.request('POST', '/v1/verify', { key, body: { email: 'no address' } })
          expect([200, 429]).toContain(status)
          if (status === 200) answered++
          await sleep(PAUSE_MS)
        }
      })()
      const models = await json('projections', 'list')
      const names = models.map(({ model }: { model: string }) => model).sort()
      expect(names).toEqual([erasures, ...allProjections].map(({ name }) => name).sort())
      const rebuilt = await json('projections', 'rebuild', '--all')
      expect(rebuilt.map(({ model }: { model: string }) => model).sort()).toEqual(names)
      const after = await json('projections', 'list')
      for (const { model, generation } of models)
        expect(after.find((each: { model: string }) => each.model === model).generation).toBeGreaterThan(generation)
      over = true
      await load
      for (const { different } of await json('projections', 'verify')) expect(different).toEqual([])
      expect(answered).toBeGreaterThan(0)
      // The service follows the flip: its later writes are in what it reads.
      expect((await curl('/v1/stats', key)).current_month.verifications).toBe(answered)
    })
  })
})
