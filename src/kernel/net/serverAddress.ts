import { getServers } from 'node:dns'
import { isIP } from 'node:net'

interface ServerAddress {
  readonly address: string
  readonly port: number
}

const DNS_PORT = 53

/** Parses `address[:port]` or `[v6]:port`, the format of DNS_SERVERS. */
export function parseServer(text: string): ServerAddress | undefined {
  if (isIP(text)) return { address: text, port: DNS_PORT }
  const match = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/i.exec(text)
  const address = match?.[1] ?? match?.[2] ?? ''
  const port = match?.[3] === undefined ? DNS_PORT : Number(match[3])
  return isIP(address) && port > 0 && port < 65_536 ? { address, port } : undefined
}

/** The name servers of the operating system; the loopback address if it has none. */
export function systemServers(): ServerAddress[] {
  const found = getServers()
    .map(parseServer)
    .filter((server) => server !== undefined)
  return found.length > 0 ? found : [{ address: '127.0.0.1', port: DNS_PORT }]
}
