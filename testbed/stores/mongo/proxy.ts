import { openProxy, type StoreProxy } from '../storeProxy.js'

export interface MongoProxy extends StoreProxy {
  /** The same database, through the proxy. */
  readonly url: string
}

/** A proxy between programs and a MongoDB, which can freeze or close their connections. */
export async function startMongoProxy(target: string): Promise<MongoProxy> {
  const { hostname, port, pathname, search } = new URL(target)
  const proxy = await openProxy(() => ({ port: Number(port), host: hostname }))
  const own = new URLSearchParams(search)
  own.set('directConnection', 'true')
  return Object.assign(proxy, { url: `mongodb://127.0.0.1:${proxy.port}${pathname}?${own}` })
}
