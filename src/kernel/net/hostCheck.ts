/** Whether a request with this Host header is meant for this service. */
export type HostCheck = (host: string | undefined) => boolean

const LOOPBACK_NAME = /^(?:.*\.)?localhost\.?$/
const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/
/** An address, or a name without a dot, as containers have: nobody else can have it lead here. */
const NO_DOMAIN = /^(?:[\d.]+|\[.*\]|[^.]*)$/

const isOnThisMachine = (name: string): boolean => LOOPBACK_NAME.test(name) || LOOPBACK_ADDRESS.test(name)

/** Whether the public address of a service says that it is for programs on the same machine. */
export const isForThisMachine = (baseUrl: string | undefined): boolean =>
  baseUrl !== undefined && isOnThisMachine(new URL(baseUrl).hostname)

/**
 * Protects a service on a loopback address from DNS rebinding: any web page could otherwise reach it under a name of the
 * attacker's that now resolves to 127.0.0.1. Only loopback names (RFC 6761 section 6.3) and the host of BASE_URL are
 * accepted, on any port. A request without a Host header (HTTP/1.0) cannot come from rebinding and passes.
 * @param baseUrl the public address of the service, if it has one
 * @param published whether a container or a proxy publishes it: its clients may know it by other names that no page can have
 */
export function createHostCheck(baseUrl: string | undefined, published = false): HostCheck {
  const own = baseUrl === undefined ? undefined : new URL(baseUrl).hostname
  /** The header that passed last: a client sends the same one each time. */
  let accepted: string | undefined

  return (host) => {
    if (host === undefined || host === accepted) return true
    const name = hostnameOf(host)
    if (name !== own && !isOnThisMachine(name) && !(published && NO_DOMAIN.test(name))) return false
    accepted = host
    return true
  }
}

/** The host name in lower case, without the port. */
const hostnameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()

/** Whether only programs on the same machine can reach a server that listens on this address. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address)
