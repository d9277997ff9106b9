// A service whose read models are far behind the log answers nothing before they are there.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { FAR_BEHIND_EVENTS } from '../../src/composition/bringUpToDate.js'
import { newId } from '../../src/kernel/ids.js'
import { client } from '../../testbed/callers/client.js'
import { freePort } from '../../testbed/freePort.js'
import { newEvent } from '../../testbed/given/events.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { openPlace, type Place } from '../../testbed/stores/place.js'
import { withStores } from '../../testbed/stores/withStores.js'

const PER_APPEND = 500

let place: Place | undefined
let service: InProcessService | undefined
afterEach(async () => {
  await service?.stop()
  await place?.remove()
})

test('after the documents were lost: 503 with percent and Retry-After until every number is right', async () => {
  place = await openPlace()
  service = await start({ place })
  const { key } = await service.account()
  await service.call('verifyEmail', { key, body: { email: 'ada@explicit.mailproof.net' } })
  await service.stop()
  await withStores(place.settings, async ({ events }) => {
    for (let appended = 0; appended <= FAR_BEHIND_EVENTS; appended += PER_APPEND) {
      const account = newId()
      const changes = Array.from({ length: PER_APPEND }, () => newEvent({ account, plan: 'free' }, 'PlanChanged'))
      await events.append(`account-${account}`, changes, { expected: 'no_stream' })
    }
  })
  rmSync(join(place.directory, 'documents.mdb'))

  const [port, metricsPort] = [await freePort(), await freePort()]
  const { request, close } = client(`http://127.0.0.1:${port}`)
  const seen: { path: string; status: number; retryAfter: unknown; body: unknown }[] = []
  const metrics: string[] = []
  let isStarted = false
  const asking = (async () => {
    while (!isStarted) {
      for (const path of ['/health/ready', '/v1/stats', '/v1/verify']) {
        const body = path === '/v1/verify' ? { email: 'bob@explicit.mailproof.net' } : undefined
        const answer = await request(body ? 'POST' : 'GET', path, { key, ...(body && { body }) }).catch(() => undefined)
        if (answer)
          seen.push({ path, status: answer.status, retryAfter: answer.headers['retry-after'], body: answer.body })
      }
      const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
        (response) => response.text(),
        () => '',
      )
      if (text !== '') metrics.push(text)
    }
  })()
  try {
    service = await start({ place, env: { PORT: String(port), METRICS_PORT: String(metricsPort) } })
  } finally {
    isStarted = true
    await asking
    close()
  }

  const verified = seen.filter(({ path, status }) => path === '/v1/verify' && status === 200).length
  expect((await service.call('getUsage', { key })).body.current_month.verifications).toBe(1 + verified)
  const early = seen.filter(({ status }) => status === 503)
  expect(new Set(early.map(({ path }) => path))).toEqual(new Set(['/health/ready', '/v1/stats', '/v1/verify']))
  expect(early.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(JSON.stringify(early)).toMatch(/rebuilding the read models from the log: \d+ %, about \d+ s left/)
  expect(JSON.stringify(early)).toContain('SERVICE_UNAVAILABLE')
  for (const { path, status, body } of seen.filter(({ status }) => status === 200)) {
    if (path === '/v1/stats')
      expect([status, JSON.stringify(body)]).toEqual([200, expect.stringMatching(/"verifications":[12]\b/)])
    if (path === '/health/ready') expect((body as { status: string }).status).toBe('ok')
  }
  expect(metrics.some((text) => /^mailproof_start_progress_ratio 0(\.\d+)?$/m.test(text))).toBe(true)
})
