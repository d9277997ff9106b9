import { startStandIn } from '../../../testbed/stores/kurrentdb/server.js'
import { startMongoProxy } from '../../../testbed/stores/mongo/proxy.js'

/*
 * A store that closes its connections on request: `node storeProcess.js <order>`, started with an IPC channel. It sends its
 * URL once it accepts connections.
 */

/** FIN in both directions, or only from the store to its clients. */
export type Cut = 'finish' | 'halfClose'

/** A KurrentDB stand-in, or a proxy in front of the MongoDB at `url`. */
export type StoreOrder = { readonly store: 'kurrentdb' } | { readonly store: 'mongodb'; readonly url: string }

export interface StoreAddress {
  readonly url: string
}

async function open(order: StoreOrder): Promise<{ readonly url: string; cut(how: Cut): void }> {
  if (order.store === 'mongodb') {
    const proxy = await startMongoProxy(order.url)
    return { url: proxy.url, cut: (how) => proxy[how]() }
  }
  const server = await startStandIn()
  return { url: server.url(), cut: (how) => server[how]() }
}

const { url, cut } = await open(JSON.parse(process.argv[2]!))
process.on('disconnect', () => process.exit())
process.on('message', (how: Cut) => cut(how))
process.send?.({ url } satisfies StoreAddress)
