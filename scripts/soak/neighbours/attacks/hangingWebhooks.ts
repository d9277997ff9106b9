import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { SpecialAttack } from '../attack.js'
import { WARM_DOMAINS } from '../hostileZone.js'
import { requireStatus } from './requireStatus.js'

const ENDPOINTS = 50

export const hangingWebhooks: SpecialAttack = {
  async prepare({ call, freeKey: key }) {
    const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ids: string[] = []
    for (let at = 0; at < ENDPOINTS; at++) {
      const created = await call('POST', '/v1/webhooks', {
        key,
        body: { url: `http://127.0.0.1:${port}/${at}`, events: ['verification.completed'] },
      })
      if (at === 0) requireStatus(created, 201)
      if (created.status === 201) ids.push(created.body.webhook.id)
    }
    let turn = 0
    return {
      concurrency: 8,
      async strike() {
        const at = turn++
        if (at % 2 === 0) await call('POST', `/v1/webhooks/${ids[at % ids.length]}/test`, { key })
        else await call('POST', '/v1/verify', { key, body: { email: `${at}@${WARM_DOMAINS[0]}` } })
      },
    }
  },
}
