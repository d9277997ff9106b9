// URLs that no webhook may have, and the names they resolve.
import { networkInterfaces } from 'node:os'
import { isPublicAddress } from '../../src/kernel/net/publicAddress.js'
import type { Zone } from '../../testbed/dns/server.js'

/** Nothing ever connects to it. */
const PUBLIC = '93.184.215.14'

/** Names that resolve, entirely or in part, to forbidden addresses. */
export const hostileZone: Zone = {
  'loopback.example.net': { A: ['127.0.0.1'] },
  'loopback-six.example.net': { AAAA: ['::1'] },
  'private.example.net': { A: ['10.0.0.5'] },
  'metadata.google.internal': { A: ['169.254.169.254'] },
  'metadata-six.example.net': { AAAA: ['fd00:ec2::254'] },
  'host-agent.example.net': { A: [PUBLIC, '168.63.129.16'] },
  'nat64-host-agent.example.net': { AAAA: ['64:ff9b::168.63.129.16'] },
  'any.example.net': { A: ['0.0.0.0'] },
  'mapped.example.net': { AAAA: ['::ffff:127.0.0.1'] },
  'nat64.example.net': { AAAA: ['64:ff9b::7f00:1'] },
  'compatible.example.net': { AAAA: ['::127.0.0.1'] },
  'mixed.example.net': { A: [PUBLIC, '127.0.0.1'] },
  'mixed-last.example.net': { A: ['127.0.0.1', PUBLIC] },
  'mixed-families.example.net': { A: [PUBLIC], AAAA: ['::1'] },
  'alias.example.net': { CNAME: 'loopback.example.net' },
  'alias-of-alias.example.net': { CNAME: 'alias.example.net' },
  'alias-left-open.example.net': { openCNAME: 'loopback.example.net' },
  'over-tcp.example.net': { A: ['127.0.0.1'], does: 'truncated' },
  'one-family-fails.example.net': { A: ['127.0.0.1'], does: { AAAA: 'servfail' } },
  'under_score.example.net': { A: ['127.0.0.1'] },
  intranet: { A: ['127.0.0.1'] },
  'xn--bcher-kva.example.net': { A: ['127.0.0.1'] },
}

const NOT_PUBLIC = /not on the public internet.*WEBHOOK_ALLOWED_SUBNETS/
const LITERAL = new RegExp(`^The address \\S+ is ${NOT_PUBLIC.source}`)
const NAME = new RegExp(`^\\S+ resolves to an address that is ${NOT_PUBLIC.source}`)
const CLOUD_LITERAL = /^The address \S+ is the metadata service or host agent of a cloud, or link-local/
const CLOUD_NAME = /^\S+ resolves to an address that is the metadata service or host agent of a cloud, or link-local/
const METADATA = /is the metadata service of a cloud, which webhooks never reach/
const PORT = /^Port \d+ .* use 443, 80 or another port from 1024 to 65535/
const SCHEME = /must start with https:\/\/ or http:\/\//
const PASSWORD = /user name or password/
const INVALID = /host or the port of the URL is not valid|not a valid host name/
const SPACE = /space or control character/
const BACKSLASH = /backslash/

/** Names of the zone that are refused because of a cloud. */
const NAMES_OF_CLOUDS: { readonly [name: string]: RegExp } = {
  'metadata.google.internal': METADATA,
  'metadata-six.example.net': CLOUD_NAME,
  'host-agent.example.net': CLOUD_NAME,
  'nat64-host-agent.example.net': CLOUD_NAME,
}

/** The kind, the URL, and the error message. `P` is the canary's port. */
export const hostileUrls: readonly (readonly [what: string, url: string, reason: RegExp])[] = [
  // Plain addresses.
  ['loopback', 'http://127.0.0.1:P/', LITERAL],
  ['loopback, another', 'http://127.255.255.254:P/', LITERAL],
  ['loopback over TLS', 'https://127.0.0.1:P/', LITERAL],
  ['unspecified', 'http://0.0.0.0:P/', LITERAL],
  ['this network', 'http://0.1.2.3:P/', LITERAL],
  ['private, 10/8', 'http://10.0.0.1:P/', LITERAL],
  ['private, 172.16/12', 'http://172.31.255.255:P/', LITERAL],
  ['private, 192.168/16', 'http://192.168.0.1:P/', LITERAL],
  ['carrier NAT', 'http://100.64.0.1:P/', LITERAL],
  ['metadata service', 'http://169.254.169.254/latest/meta-data/', CLOUD_LITERAL],
  ['link local', 'http://169.254.0.1:P/', CLOUD_LITERAL],
  ['protocol assignments', 'http://192.0.0.1:P/', LITERAL],
  ['documentation', 'http://203.0.113.1:P/', LITERAL],
  ['benchmarks', 'http://198.18.0.1:P/', LITERAL],
  ['multicast', 'http://224.0.0.1:P/', LITERAL],
  ['reserved', 'http://240.0.0.1:P/', LITERAL],
  ['broadcast', 'http://255.255.255.255:P/', LITERAL],
  // Other notations of them.
  ['octal', 'http://0177.0.0.1:P/', LITERAL],
  ['octal, one number', 'http://017700000001:P/', LITERAL],
  ['decimal, one number', 'http://2130706433:P/', LITERAL],
  ['hexadecimal, one number', 'http://0x7f000001:P/', LITERAL],
  ['hexadecimal, four', 'http://0X7F.0x0.0x0.0x1:P/', LITERAL],
  ['mixed bases', 'http://0x7f.0.01:P/', LITERAL],
  ['two numbers', 'http://127.1:P/', LITERAL],
  ['zero', 'http://0:P/', LITERAL],
  ['zero, hexadecimal', 'http://0x0:P/', LITERAL],
  ['metadata service, one number', 'http://2852039166/', CLOUD_LITERAL],
  ['final dot', 'http://127.0.0.1.:P/', LITERAL],
  ['percent-encoded', 'http://%31%32%37%2e0.0.1:P/', LITERAL],
  ['full-width digits', 'http://１２７.０.０.１:P/', LITERAL],
  ['enclosed digits', 'http://①②⑦.⓪.⓪.①:P/', LITERAL],
  ['ideographic full stops', 'http://127。0。0。1:P/', LITERAL],
  ['soft hyphens', 'http://127.0.0.\u00ad1:P/', LITERAL],
  // IPv6.
  ['loopback', 'http://[::1]:P/', LITERAL],
  ['loopback, in full', 'http://[0:0:0:0:0:0:0:1]:P/', LITERAL],
  ['unspecified', 'http://[::]:P/', LITERAL],
  ['mapped', 'http://[::ffff:127.0.0.1]:P/', LITERAL],
  ['mapped, hexadecimal', 'http://[::ffff:7f00:1]:P/', LITERAL],
  ['mapped metadata service', 'http://[::ffff:a9fe:a9fe]/', CLOUD_LITERAL],
  ['compatible', 'http://[::127.0.0.1]:P/', LITERAL],
  ['translated', 'http://[::ffff:0:127.0.0.1]:P/', LITERAL],
  ['NAT64', 'http://[64:ff9b::127.0.0.1]:P/', LITERAL],
  ['local NAT64', 'http://[64:ff9b:1::7f00:1]:P/', LITERAL],
  ['6to4', 'http://[2002:7f00:1::1]:P/', LITERAL],
  ['Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]:P/', LITERAL],
  ['ISATAP', 'http://[2606:4700::5efe:127.0.0.1]:P/', LITERAL],
  ['link local', 'http://[fe80::1]:P/', CLOUD_LITERAL],
  ['link local with a zone', 'http://[fe80::1%25lo]:P/', INVALID],
  ['loopback with a zone', 'http://[::1%lo]:P/', INVALID],
  ['site local', 'http://[fec0::1]:P/', LITERAL],
  ['unique local', 'http://[fc00::1]:P/', LITERAL],
  ['metadata service', 'http://[fd00:ec2::254]/', CLOUD_LITERAL],
  ['multicast', 'http://[ff02::1]:P/', LITERAL],
  ['documentation', 'http://[2001:db8::1]:P/', LITERAL],
  ['benchmarks', 'http://[2001:2::1]:P/', LITERAL],
  ['discard', 'http://[100::1]:P/', LITERAL],
  // Names of this machine.
  ['localhost', 'http://localhost:P/', NAME],
  ['localhost, other case', 'http://LocalHost:P/', NAME],
  ['localhost, final dot', 'http://localhost.:P/', NAME],
  ['under localhost', 'http://anything.localhost:P/', NAME],
  ['localhost, full width', 'http://ｌｏｃａｌｈｏｓｔ:P/', NAME],
  // Names in DNS.
  ...Object.keys(hostileZone).map((name) => ['name', `http://${name}:P/`, NAMES_OF_CLOUDS[name] ?? NAME] as const),
  ['name over TLS', 'https://loopback.example.net:P/', NAME],
  ['name, final dot', 'http://loopback.example.net.:P/', NAME],
  ['name, upper case', 'http://LOOPBACK.EXAMPLE.NET:P/', NAME],
  ['name, U-label', 'http://bücher.example.net:P/', NAME],
  ['name, percent-encoded', 'http://%6coopback.example.net:P/', NAME],
  // Around the host.
  ['credentials', 'http://user:password@93.184.215.14:P/', PASSWORD],
  ['a host as user', 'http://example.net@127.0.0.1:P/', PASSWORD],
  ['a host as user and password', 'http://example.net:80@127.0.0.1:P/', PASSWORD],
  ['an empty user', 'http://@127.0.0.1:P/', PASSWORD],
  ['a backslash as end of the host', 'http://127.0.0.1:P\\@example.net/', BACKSLASH],
  ['a backslash behind a host', 'http://example.net\\@127.0.0.1:P/', BACKSLASH],
  ['backslashes for slashes', 'http:\\\\127.0.0.1:P/', SCHEME],
  ['a fragment behind a host', 'http://example.net#@127.0.0.1:P/', /fragment/],
  ['a fragment', 'http://127.0.0.1:P/#', /fragment/],
  ['no slashes', 'http:127.0.0.1:P/', SCHEME],
  ['three slashes', 'http:///127.0.0.1:P/', /no host/],
  ['no host', 'http://:P/', /no host/],
  ['nothing but a scheme', 'https://', /no host/],
  ['nothing', '', SCHEME],
  ['no scheme', '127.0.0.1:P', SCHEME],
  ['relative to a scheme', '//127.0.0.1:P/', SCHEME],
  ['a space before', ' http://127.0.0.1:P/', SPACE],
  ['a line break in the scheme', 'ht\ntp://127.0.0.1:P/', SPACE],
  ['a tab in the host', 'http://127.0.\t0.1:P/', SPACE],
  ['a second request in the path', 'http://127.0.0.1:P/ HTTP/1.1\r\nHost: x\r\n\r\n', SPACE],
  ['a zero byte', 'http://127.0.0.1\u0000.example.net:P/', SPACE],
  ['a percent-encoded zero byte', 'http://127.0.0.1%00.example.net:P/', INVALID],
  ['a percent-encoded @', 'http://example.net%40127.0.0.1:P/', INVALID],
  ['a label that is empty', 'http://loopback..example.net:P/', INVALID],
  ['a label that is too long', `http://${'a'.repeat(64)}.example.net:P/`, INVALID],
  ['five numbers', 'http://127.0.0.1.1:P/', INVALID],
  ['a number too large', 'http://127.0.0.256:P/', INVALID],
  ['a port too large', 'http://127.0.0.1:65536/', INVALID],
  ['2,049 octets', `http://127.0.0.1:P/${'a'.repeat(2_049)}`, /longer than 2048 octets/],
  // What clouds have for their own machines.
  ["Azure's host agent", 'http://168.63.129.16/machine?comp=goalstate', CLOUD_LITERAL],
  ["Azure's host agent, its own port", 'http://168.63.129.16:32526/vmSettings', CLOUD_LITERAL],
  ["Azure's host agent, one number", 'http://2822734096/', CLOUD_LITERAL],
  ["Azure's host agent, mapped", 'http://[::ffff:168.63.129.16]/', CLOUD_LITERAL],
  ["Azure's host agent, NAT64", 'http://[64:ff9b::168.63.129.16]/', CLOUD_LITERAL],
  ["Azure's host agent, 6to4", 'http://[2002:a83f:8110::1]/', CLOUD_LITERAL],
  ["Alibaba's metadata service", 'http://100.100.100.200/latest/meta-data/', CLOUD_LITERAL],
  ["Oracle's metadata service", 'http://192.0.0.192/latest/', CLOUD_LITERAL],
  ["Amazon's credentials of a task", 'http://169.254.170.2/v2/credentials/', CLOUD_LITERAL],
  ["Amazon's credentials of a pod", 'http://[fd00:ec2::23]/v1/credentials', CLOUD_LITERAL],
  ["Google's metadata service", 'http://[fd20:ce::254]/computeMetadata/v1/', CLOUD_LITERAL],
  ["Google's metadata service, short name", 'http://metadata.goog./computeMetadata/v1/', METADATA],
  ["Google's metadata service, upper case", 'http://METADATA.GOOGLE.INTERNAL/', METADATA],
  // Ports of other services.
  ...[0, 1, 22, 25, 53, 110, 445, 1023, 2049, 2113, 2375, 3306, 5432, 6379, 6667, 9200, 10080, 10250, 11211, 27017].map(
    (port) => ['port', `http://93.184.215.14:${port}/`, PORT] as const,
  ),
  ['port, over TLS', 'https://93.184.215.14:80000/', INVALID],
  ['port, leading zeros', 'http://93.184.215.14:00022/', PORT],
  ['port of a name that does not resolve', 'http://nowhere.example.net:25/', PORT],
  // Other schemes.
  ...['file:///etc/passwd', 'ftp://127.0.0.1:P/', 'gopher://127.0.0.1:P/_x', 'ws://127.0.0.1:P/'].map(
    (url) => ['scheme', url, SCHEME] as const,
  ),
  ['scheme', 'javascript:fetch("http://127.0.0.1:P/")', SCHEME],
  ['scheme', 'data:text/plain,x', SCHEME],
  ['scheme', 'unix:/var/run/docker.sock', SCHEME],
  ['scheme', 'view-source:http://127.0.0.1:P/', SCHEME],
  // This machine by its network addresses.
  ...Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ address, scopeid }) => !scopeid && !isPublicAddress(address))
    .map(
      ({ address, family }) =>
        ['own address', `http://${family === 'IPv6' ? `[${address}]` : address}:P/`, LITERAL] as const,
    ),
]
