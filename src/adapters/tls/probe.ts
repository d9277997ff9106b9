// Finds out why no server of a connection string could be used: TLS on one side only, or a certificate that is not accepted.
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls'

const TIMEOUT_MS = 2_000

/** A server as a connection string names it; an IPv6 address in brackets. */
export type Host = { readonly address: string; readonly port: number }

/** How a client speaks to its servers. */
export interface Protocol {
  /** Options of its TLS connections; undefined if it uses none. */
  readonly tls: ConnectionOptions | undefined
  /** What it sends first, without TLS. */
  readonly greeting: Buffer
  /** Whether these are the first bytes of a server's answer. */
  isAnswer(bytes: Buffer): boolean
}

type Handshake = { readonly certificate: PeerCertificate } | { readonly error: NodeJS.ErrnoException }

/**
 * What to set or renew, in one line; undefined if no server responds, or the cause is another one. Connects to the servers, so
 * it is called only after the client has failed.
 */
export async function tlsProblem(hosts: readonly Host[], protocol: Protocol): Promise<string | undefined> {
  const problems = await Promise.all(hosts.map((host) => problemOf(host, protocol)))
  return problems.find((problem) => problem !== undefined)
}

async function problemOf(host: Host, protocol: Protocol): Promise<string | undefined> {
  const name = `${host.address}:${host.port}`
  const { tls } = protocol
  if (!tls) {
    const usesTls = 'certificate' in (await handshake(host, { rejectUnauthorized: false }))
    return usesTls ? `${name} uses TLS, and the connection string does not: set tls=true` : undefined
  }
  const outcome = await handshake(host, tls)
  if ('certificate' in outcome) return undefined
  const refused = await certificateProblem(host, name, outcome.error)
  if (refused) return refused
  return (await speaksPlain(host, protocol))
    ? `${name} does not use TLS, and the connection string does: set tls=false if the network is private`
    : undefined
}

/** @see https://nodejs.org/api/tls.html#x509-certificate-error-codes */
async function certificateProblem(
  host: Host,
  name: string,
  { code = '', message }: NodeJS.ErrnoException,
): Promise<string | undefined> {
  if (!/CERT|SIGNATURE|ISSUER|CRL/.test(code)) return undefined
  const seen = await handshake(host, { rejectUnauthorized: false })
  const certificate = 'certificate' in seen ? seen.certificate : undefined
  if (code === 'CERT_HAS_EXPIRED')
    return `the certificate of ${name} expired on ${certificate?.valid_to}: renew it on the server`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names =
      certificate?.subjectaltname?.replace(/\b(?:DNS|IP Address):/g, '') ?? certificate?.subject?.CN ?? 'another host'
    return `the certificate of ${name} is for ${names}: use such a name in the connection string, or renew it on the server`
  }
  return `the certificate of ${name} is not trusted (${message}): set tlsCAFile to the certificate of its authority, such as tlsCAFile=/run/secrets/ca.crt`
}

function handshake(host: Host, options: ConnectionOptions): Promise<Handshake> {
  const name = nameOf(host)
  const servername = isIP(name) ? undefined : name
  const socket = connect({ host: name, port: host.port, ...(servername && { servername }), ...options })
  return outcomeOf(
    socket,
    (finish) => socket.once('secureConnect', () => finish({ certificate: socket.getPeerCertificate() })),
    (error) => ({ error }),
  )
}

function speaksPlain(host: Host, { greeting, isAnswer }: Protocol): Promise<boolean> {
  const socket = connectPlain(host.port, nameOf(host), () => socket.write(greeting))
  return outcomeOf(
    socket,
    (finish) => socket.once('data', (bytes) => finish(isAnswer(bytes))),
    () => false,
  )
}

const nameOf = ({ address }: Host): string => address.replace(/^\[|\]$/g, '')

/**
 * The first outcome of a connection, which is then closed.
 * @param listen finishes with what the connection shows
 * @param failed the outcome if it shows nothing
 */
function outcomeOf<T>(
  socket: Socket,
  listen: (finish: (outcome: T) => void) => void,
  failed: (error: Error) => T,
): Promise<T> {
  return new Promise((resolve) => {
    const finish = (outcome: T) => {
      resolve(outcome)
      socket.destroy()
    }
    listen(finish)
    socket.setTimeout(TIMEOUT_MS, () => finish(failed(new Error('no answer'))))
    socket.once('close', () => finish(failed(new Error('closed'))))
    socket.on('error', (error) => finish(failed(error)))
  })
}
