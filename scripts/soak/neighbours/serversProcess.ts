import { startDnsServer } from '../../../testbed/dns/server.js'
import { neighboursZone } from './hostileZone.js'

/*
 * The authoritative servers of all domains of a run: `node dnsProcess.js`, started with an IPC channel. Most of them belong to
 * an attacker.
 */

process.on('disconnect', () => process.exit())
const { address, port } = await startDnsServer(neighboursZone())
process.send?.({ address, port } satisfies DnsAddress)

/** Where the DNS server listens. */
export interface DnsAddress {
  readonly address: string
  readonly port: number
}
