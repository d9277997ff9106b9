import { binaryEvent, jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client'
import type { StandIn } from './server.js'

/**
 * Another program on the same server, which knows nothing of ours: the plain client.
 * @param server the stand-in, or a connection string
 */
export function foreignProgram(server: StandIn | string) {
  const client = KurrentDBClient.connectionString(typeof server === 'string' ? server : server.url())
  let number = 0

  /** An event that no program can read. The client cannot write one that claims to be JSON and is not. */
  async function writeBroken(stream: string, type: string): Promise<void> {
    if (typeof server !== 'string') server.log.append(stream, [brokenEvent(type)], 'any')
    else await client.appendToStream(stream, binaryEvent({ type, data: Buffer.from('{"broken') }))
  }

  return {
    client,
    writeBroken,
    /** Streams and types of its own, some of which look like ours. */
    async write(): Promise<void> {
      const order = jsonEvent({ type: 'OrderPlaced', data: { number: number++ } })
      await client.appendToStream(`order-${number}`, order)
      await client.appendToStream('account-of-another-program', jsonEvent({ type: 'Opened', data: [number] }))
      await client.appendToStream('noHyphen', jsonEvent({ type: 'AccountErased', data: 'text' }))
      await writeBroken('order-broken', 'OrderBroken')
    },
    close: () => client.dispose(),
  }
}

/** An event that claims to be JSON and is not. */
export const brokenEvent = (type: string) => ({
  id: crypto.randomUUID(),
  type,
  data: Buffer.from('{"broken'),
  metadata: Buffer.from([0xff, 0x00]),
})

/** All events of a stream, by the plain client, with links resolved. */
export async function eventsIn(client: KurrentDBClient, stream: string) {
  const events = []
  for await (const { event } of client.readStream(stream, { resolveLinkTos: true })) if (event) events.push(event)
  return events
}
