/** A process that delivers what is due to an endpoint until it is killed: `webhookDeliverer.ts <directory> <endpoint>` */
import { setTimeout as sleep } from 'node:timers/promises'
import { openWebhooks } from '../webhooks/world.js'

const [directory, endpoint] = process.argv.slice(2) as [string, string]
const { deliver } = await openWebhooks({}, directory)
for (;;) {
  await deliver(endpoint, { signal: new AbortController().signal })
  await sleep(20)
}
