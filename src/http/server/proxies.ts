import type { Express } from 'express'
import { isPublicAddress } from '../../kernel/net/publicAddress.js'

/**
 * Sets which proxies Express trusts.
 * @returns whether a peer is such a proxy. A number of proxies does not identify the peers, and Express trusts every
 *   one: then only a peer in a private network counts as a proxy.
 */
export function trustProxies(app: Express, trustProxy: string | undefined): (address: string) => boolean {
  const isNumber = trustProxy !== undefined && /^\d+$/.test(trustProxy)
  if (trustProxy !== undefined) app.set('trust proxy', isNumber ? Number(trustProxy) : trustProxy)
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return (address) => trusts(address, 0) && !(isNumber && isPublicAddress(address))
}
