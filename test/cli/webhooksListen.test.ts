// `mailproof webhooks listen` receives, shows and passes on the calls of a service.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { eventually } from '../../testbed/eventually.js'
import { isSignedWith, startTarget } from '../../testbed/receivers/target.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { buildProgram, startCommand } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { runCommandLine } from '../support/commandLine.js'

let api: InProcessService
beforeAll(async () => {
  api = await start({ env: REACHABLE })
  await buildProgram()
})
afterAll(() => api.stop())

describe('webhooks listen', () => {
  test('shows every call, passes it on as it came, and leaves no webhook', async () => {
    const { key } = await api.account()
    const target = await startTarget(() => ({ status: 202 }))
    const words = ['webhooks', 'listen', '--url', api.url, '--forward-to', target.url]
    const running = await startCommand(words, { MAILPROOF_API_KEY: key })
    const printed = await eventually(running.printed, (text) => text.includes('Press Ctrl-C'))
    const webhookId = /wh_[0-9a-f-]+/.exec(printed)![0]
    const secret = /whsec_\S+/.exec(printed)![0]
    await api.call('testWebhook', { key, params: { webhookId } })
    await eventually(running.printed, (text) => text.includes('answered 202'))
    expect(running.printed()).toContain('webhook.test')
    expect(target.calls).toHaveLength(1)
    expect(isSignedWith(secret, target.calls[0]!)).toBe(true)
    const [delivery] = await eventually(
      async () => (await api.call('listDeliveries', { key, params: { webhookId } })).body.deliveries,
      ([first]) => first?.status === 'delivered',
    )
    expect(delivery.attempts[0].status_code).toBe(202)
    expect(await running.end('SIGINT')).toMatchObject({ code: 0 })
    expect((await api.call('listWebhooks', { key })).body.webhooks).toEqual([])
    await target.close()
  })

  test('prints nothing but JSON to standard output with --json', async () => {
    const { key } = await api.account()
    const running = await startCommand(['webhooks', 'listen', '--url', api.url, '--json'], { MAILPROOF_API_KEY: key })
    const printed = await eventually(running.printed, (text) => text.includes('Its secret'))
    await api.call('testWebhook', { key, params: { webhookId: /wh_[0-9a-f-]+/.exec(printed)![0] } })
    await eventually(running.printed, (text) => text.includes('webhook.test'))
    const { stdout } = await running.end('SIGINT')
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toEqual(['webhook.test'])
  })

  test('says what is missing or wrong: a key, the permission to call this machine, the port', async () => {
    const listen = (...words: string[]) => ['webhooks', 'listen', '--url', api.url, ...words]
    expect(await runCommandLine(listen())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('MAILPROOF_API_KEY'),
    })
    const { key } = await api.account()
    const refused = await runCommandLine(listen('--host', '::1'), { MAILPROOF_API_KEY: key })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('WEBHOOK_ALLOWED_SUBNETS=127.0.0.0/8') })
    const port = await runCommandLine(listen('--port', '99999'), { MAILPROOF_API_KEY: key })
    expect(port).toMatchObject({ code: 2, stderr: expect.stringContaining('Must be a port') })
  })
})
