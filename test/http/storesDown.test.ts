// Every operation while the stores do not respond.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorReply } from '../../src/api/errors.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { OPERATION_NAMES, type OperationName, sampleOf } from '../../testbed/contract/operations.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let key: string
beforeAll(async () => {
  api = await start()
  key = (await api.account()).key
  await api.service.container.close()
})
afterAll(async () => {
  // The container is already closed, so closing it again may fail.
  await api.stop().catch(() => undefined)
})

const PLAIN: readonly OperationName[] = [
  'verifyEmailSignals',
  'checkEmail',
  'verifyBatch',
  'verifyBulk',
  'verifyBulkAgent',
  'uploadBulk',
  'getBulkJob',
  'getBatch',
  'cancelBatch',
  'getBatchResults',
  'downloadBatch',
  'createWebhook',
  'listWebhooks',
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'listDeliveries',
  'resendDelivery',
  'replayDeliveries',
  'createAccount',
  'getAccount',
  'updateAccount',
  'generateKey',
  'listKeys',
  'requestConfirmation',
  'revokeKey',
  'listAuditEntries',
  'getUsage',
  'getPoolStats',
  'getPoolLeaderboard',
  'getPoolActivity',
  'getPoolContributions',
  'getPoolRank',
  'getPoolLevels',
  'getPoolHistory',
  'getSigningSecret',
  'getVerdicts',
  'listDecisions',
  'searchDecisions',
  'exportVerifications',
  'recordOutcomes',
  'recordSenderEvents',
  'getOutcomeQuality',
  'getRules',
  'putRulesDraft',
  'activateRules',
  'rollbackRules',
  'listRulesVersions',
  'getRulesVersion',
  'compareRules',
  'createBacktest',
  'listBacktests',
  'getBacktest',
  'cancelBacktest',
  'getList',
  'putList',
]
const WITHOUT_STORES: readonly OperationName[] = ['getPricing', 'getLiveness', 'getOpenapi', 'listReasons', 'getReason']

const call = (operation: OperationName) => api.call(operation, { key, ...sampleOf(operation) })

describe('while the stores do not answer', () => {
  test.each(PLAIN)('%s is 503 with Retry-After', async (operation) => {
    const answer = await call(operation)
    expect(answer.status).toBe(503)
    expect(codeOf(answer)).toBe('SERVICE_UNAVAILABLE')
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  })

  test('verifyEmail is 502, as the specification requires', async () => {
    const answer = await call('verifyEmail')
    expect(answer.status).toBe(502)
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'x-verify-origin': 'mailproof-error' })
    expect(codeOf(answer)).toBe('UPSTREAM_ERROR')
    // Nothing was charged: not even the key could be looked up.
    expect(answer.body.error.message).toBe('The service is temporarily unavailable. Try again in a moment.')
  })

  test('a verification that had begun may have been charged, and says so', () => {
    const context = { operation: 'verifyEmail', requestId: 'r', baseUrl: '', log: silentLog, begun: true }
    expect(errorReply(new StoreUnavailable('no answer'), context).body).toMatchObject({
      error: { code: 'UPSTREAM_ERROR', message: expect.stringContaining('may have been charged') },
    })
  })

  test.each(['getHealth', 'getReadiness'] as const)(
    '%s is 503, and names the parts that are down',
    async (operation) => {
      const answer = await call(operation)
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ status: 'error', error: { code: 'SERVICE_UNAVAILABLE' } })
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      const down = Object.values(answer.body.checks).filter((check) => (check as { status: string }).status === 'error')
      expect(down.length).toBeGreaterThan(0)
    },
  )

  test.each(WITHOUT_STORES)('%s answers as usual', async (operation) => {
    expect((await call(operation)).status).toBe(200)
  })

  test('a malformed key is refused without reading a store', async () => {
    expect((await api.call('getUsage', { key: 'nonsense' })).status).toBe(401)
  })

  test('every operation was tested here', () => {
    const looked = [...PLAIN, ...WITHOUT_STORES, 'verifyEmail', 'getHealth', 'getReadiness']
    expect(OPERATION_NAMES.filter((name) => !looked.includes(name))).toEqual(['getDiagnosticModules'])
  })
})
