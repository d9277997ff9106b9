// The client library in a page of another origin.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'
import { compiled } from '../../testbed/service/compiled.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeInBrowser } from '../support/describeInBrowser.js'

const CLIENT = dirname(compiled('src/client/index.ts'))

/** Runs in the page. */
const PROGRAM = `(async ({ baseUrl, apiKey }) => {
  const { createClient } = await import('/index.js')
  const client = createClient({ baseUrl, apiKey })
  const { status } = await client.verifyEmail({ email: 'ada@explicit.mailproof.net' })
  const list = new Blob(['email\\nada@explicit.mailproof.net\\nnot an address\\n'])
  const jobs = []
  for (const file of [new File([list], 'list.csv'), list.stream()]) {
    const { job_id } = await client.uploadBulk({ file })
    const { valid, invalid } = await client.batches.wait(job_id)
    const verdicts = []
    for await (const { v } of client.batches.results(job_id)) verdicts.push(v)
    jobs.push({ valid, invalid, verdicts })
  }
  let requestId
  await client.getUsage({}, { onResponse: ({ headers }) => (requestId = headers.get('X-Request-ID')) })
  const refused = await client.getBatch({ batchId: 'x' }).catch(({ code }) => code)
  return { status, jobs, hasRequestId: requestId !== null, refused }
})`

describeInBrowser('the client in a page of another origin', () => {
  let api: InProcessService
  let site: HttpServer
  let browser: Browser
  beforeAll(async () => {
    site = await startHttpServer((request, response) => {
      const module = /^\/[\w.]+\.js$/.exec(request.url ?? '')?.[0]
      response.setHeader('Content-Type', module ? 'text/javascript' : 'text/html')
      response.end(module ? readFileSync(join(CLIENT, module)) : '<!doctype html><title>A page</title>')
    })
    api = await start({ env: { CORS_ORIGINS: site.url } })
    const { chromium } = await import('playwright-core')
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH!,
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await api.stop()
    await site.close()
  })

  test('verifies, uploads a file and a stream, iterates over results and reads errors', async () => {
    const { key } = await api.account({ plan: 'growth' })
    const page = await browser.newPage()
    await page.goto(site.url)
    const given = JSON.stringify({ baseUrl: api.url, apiKey: key })
    const job = { valid: 1, invalid: 1, verdicts: [1, 0] }
    expect(await page.evaluate(`${PROGRAM}(${given})`)).toEqual({
      status: 'valid',
      jobs: [job, job],
      hasRequestId: true,
      refused: 'BATCH_NOT_FOUND',
    })
  })
})
