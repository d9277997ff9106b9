// Hosts behind domains that look as if they received mail, although no person reads it.
import { BlockList, isIPv4 } from 'node:net'
import { getPublicSuffix } from 'tldts'

/**
 * Addresses of hosts of parked domains. From the MISP warning list "Parking domains", version 20221024 (CC0 or BSD
 * 2-Clause), without the shared addresses of Cloudflare in it.
 */
const PARKING = `
  2.57.90.16 3.64.163.50 3.234.55.179 13.248.216.40 31.31.205.163 31.186.11.254 34.98.99.30 34.102.136.180 34.102.221.37
  35.186.238.101 35.227.197.36 37.97.254.27 43.128.56.249 45.88.202.115 46.4.13.97 46.8.8.100 46.28.105.2 46.30.211.38
  47.91.170.222 50.28.32.8 52.58.78.16 52.60.87.163 52.128.23.153 62.149.128.40 64.70.19.98 64.190.62.0/23 66.81.199.0/24
  74.220.199.6 74.220.199.8 74.220.199.9 74.220.199.14 74.220.199.15 75.2.18.233 75.2.26.18 75.2.115.196 76.223.65.111
  78.47.145.38 81.2.194.128 88.198.29.97 89.31.143.1 91.184.0.100 91.195.240.0/23 93.191.168.52 94.136.40.51 95.217.58.108
  98.124.204.16 99.83.154.118 103.120.80.111 103.139.0.32 103.224.182.0/23 103.224.212.0/23 119.28.128.52 121.254.178.252
  141.8.224.195 159.89.244.183 164.90.244.158 185.53.176.0/22 185.134.245.113 188.93.95.11 192.64.147.0/24 192.185.0.218
  194.58.112.165 194.58.112.174 198.54.117.192/26 199.58.179.10 199.59.240.0/22 199.191.50.0/24 204.11.56.0/23
  207.148.248.143 207.148.248.145 208.91.196.0/23 209.99.40.222 209.99.64.0/24 213.145.228.16 213.171.195.105
  217.26.48.101 217.70.184.38 217.70.184.50 217.160.95.94 217.160.141.142
`
/** Addresses that registrars answer with for parked and forwarded domains (GoDaddy, Afternic, Namecheap), November 2026. */
const REGISTRARS = '15.197.148.33 3.33.130.190 76.223.54.146 13.248.169.48 162.255.119.0/24 192.64.119.0/24'

/**
 * Domains of exchanges that take mail for very many parked or mistyped domains (Szurdi and Christin, "Email
 * Typosquatting", IMC 2017, section 5), and of registrars that discard it.
 */
const BLACK_HOLES = new Set(
  `b-io.co h-email.net hope-mail.com hostedmxserver.com in-mx.com in-mx.net m1bp.com m2bp.com mb1p.com mb5p.com
  mailerhost.net nickstel.com park-mx.above.com pickelhost.com nullmx.domainmanager.com fakemx.net`.split(/\s+/),
)
/** Labels by which an exchange says of itself that it discards mail. */
const SAYS_SO = new Set('blackhole black-hole devnull dev-null nullmx null-mx nomail no-mail nomx no-mx'.split(' '))

const parking = new BlockList()
for (const entry of `${PARKING} ${REGISTRARS}`.trim().split(/\s+/)) {
  const [address = '', bits = '32'] = entry.split('/')
  parking.addSubnet(address, Number(bits))
}

/**
 * Whether a domain without MX records, but with these addresses, has no mail of its own: it is a public suffix, in the
 * private section too, below which others have their domains; or it leads to hosts of parked domains only.
 */
export function isParked(domain: string, addresses: readonly string[]): boolean {
  if (getPublicSuffix(domain, { allowPrivateDomains: true, validateHostname: false }) === domain) return true
  return addresses.length > 0 && addresses.every((address) => isIPv4(address) && parking.check(address))
}

/** Whether an exchange is known to discard mail. */
export function isBlackHole(exchange: string): boolean {
  const labels = exchange.toLowerCase().split('.')
  return labels.some((label, i) => SAYS_SO.has(label) || BLACK_HOLES.has(labels.slice(i).join('.')))
}
