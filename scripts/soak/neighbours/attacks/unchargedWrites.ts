import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Attack } from '../attack.js'
import { requireStatus } from './requireStatus.js'

/** Length of the URL that is written repeatedly. */
const LONG = 1_900

export const unchargedWrites: Attack = {
  name: 'uncharged-writes',
  summary: 'free key: webhook tests, URLs of 2 kB, sandbox keys and new secrets in turn, on 8 connections',
  async prepare({ call, freeKey: key }) {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const created = await call('POST', '/v1/webhooks', { key, body: { url } })
    requireStatus(created, 201)
    const path = `/v1/webhooks/${created.body.webhook.id}`
    let turn = 0
    const writes = [
      () => call('POST', `${path}/test`, { key }),
      () => call('PATCH', path, { key, body: { url: `${url}${turn}${'x'.repeat(LONG)}` } }),
      async () => {
        const { status, body } = await call('POST', '/v1/keys/generate', { key, body: { sandbox: true } })
        if (status === 201) await call('DELETE', `/v1/keys/${body.key.id}`, { key })
      },
      () => call('POST', `${path}/rotate-secret`, { key }),
    ]
    return { concurrency: 8, strike: async () => void (await writes[turn++ % writes.length]!()) }
  },
}
