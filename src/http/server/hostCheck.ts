/** Whether a request with this Host header is meant for this service. */
export type HostCheck = (host: string | undefined) => boolean

const LOOPBACK_NAME = /^(?:.*\.)?localhost\.?$/
const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * On a loopback address only browsers and programs of the same machine call, and a page that any browser shows may reach
 * it by DNS rebinding: under a name of its own, which by now leads to 127.0.0.1. So only loopback names (RFC 6761 section
 * 6.3) and the host of BASE_URL are answered, whatever the port. Without a Host header (HTTP/1.0) nobody rebinds.
 * @param baseUrl the public address of the service, where it has one
 */
export function createHostCheck(baseUrl: string | undefined): HostCheck {
  const own = baseUrl === undefined ? undefined : new URL(baseUrl).hostname
  /** A client sends the same header each time. */
  let accepted: string | undefined

  return (host) => {
    if (host === undefined || host === accepted) return true
    const name = hostnameOf(host)
    if (name !== own && !LOOPBACK_NAME.test(name) && !LOOPBACK_ADDRESS.test(name)) return false
    accepted = host
    return true
  }
}

/** Without the port, in lower case. */
const hostnameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()

/** Whether a server that listens on this address can be reached from the same machine only. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address)
