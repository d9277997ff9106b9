import type { Recorded } from '../../../src/kernel/envelope.js'
import type { Owner } from './holdings.js'
import type { Scene } from './scene.js'

/** What changes by itself in a running batch. */
const BY_ITSELF = /^Batch(Started|ChunkVerified|RunFailed|Completed)$/

/** A's own sandbox key is among the callers, and may create more sandbox resources. */
const isMadeBySandboxKey = ({ stream, data }: Recorded): boolean =>
  (data as { sandbox?: boolean }).sandbox === true || stream.startsWith('key-')

/** All events of account A and of its resources, and the deliveries to its webhooks. */
export async function stateOf({ api, target }: Scene, { id, key, holdings }: Owner) {
  const ids = [id, ...holdings.flatMap(({ ids: held }) => Object.values(held))]
  const isOfA = ({ stream, data }: Recorded): boolean => {
    const text = `${stream} ${JSON.stringify(data)}`
    return ids.some((one) => text.includes(one))
  }
  const events: string[] = []
  for await (const event of api.service.container.store.readAll({})) {
    if (BY_ITSELF.test(event.type) || isMadeBySandboxKey(event)) continue
    if (isOfA(event)) events.push(`${event.type} in ${event.stream} by ${event.meta.actor}`)
  }
  const endpoints = new Set(holdings.flatMap(({ ids: { endpoint } }) => endpoint ?? []))
  const deliveries: string[] = []
  for (const endpoint of endpoints) {
    deliveries.push((await api.request('GET', `/v1/webhooks/${endpoint}/deliveries?limit=100`, { key })).text)
  }
  const mentionsId = (body: string) => ids.some((one) => body.includes(one))
  return { events, deliveries, calls: target.calls.filter(({ body }) => mentionsId(body)).map(({ body }) => body) }
}
