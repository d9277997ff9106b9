// The DNS and mail servers of all domains of a run. Most of them belong to an attacker.
import { selfSigned } from '../../../testbed/certificate.js'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { EVERY_LOOPBACK, startMailServer } from '../../../testbed/mail/server.js'
import { startSocksProxy } from '../../../testbed/mail/socksProxy.js'
import { mailScriptOf } from './hostileMail.js'
import { neighboursZone } from './hostileZone.js'

/** Where the servers of a run listen. */
export interface ServerAddresses {
  /** Address and port. */
  readonly dns: string
  readonly mailPort: number
  /** A SOCKS5 proxy that leads to the mail servers, whose addresses in DNS have to be public. */
  readonly mailProxy: string
}

process.on('disconnect', () => process.exit())
const dns = await startDnsServer(neighboursZone())
const certificate = selfSigned('mx.example')
const mail = await startMailServer(({ localAddress = '' }) => mailScriptOf(localAddress, certificate), EVERY_LOOPBACK)
const proxy = await startSocksProxy(undefined, (address) => address.replace(/^\d+/, '127'))
process.send?.({
  dns: `${dns.address}:${dns.port}`,
  mailPort: mail.port,
  mailProxy: `socks5://${proxy.host}:${proxy.port}`,
} satisfies ServerAddresses)
