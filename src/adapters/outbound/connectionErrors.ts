import { CallFailed } from './callFailed.js'

const CLOSED_EARLY = 'The server closed the connection before its response was complete.'
const UNREACHABLE = 'The network or host of the server is unreachable.'
export const CONNECT_TIMED_OUT = 'The connection to the server timed out.'

const CONNECTION: { readonly [code: string]: string } = {
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: CLOSED_EARLY,
  EPIPE: CLOSED_EARLY,
  ETIMEDOUT: CONNECT_TIMED_OUT,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  HPE_HEADER_OVERFLOW: 'The headers of the response are too long.',
}

const CERTIFICATE: { readonly [code: string]: string } = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'was issued by an untrusted authority',
  UNABLE_TO_GET_ISSUER_CERT: 'was sent without the certificate of its issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'was issued by an untrusted authority or sent without its intermediate certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'was sent without the certificate of its issuer',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
}

/** Translates an error of a connection, or of the HTTP parser that reads from it. */
export function connectionError({ code = 'unknown' }: NodeJS.ErrnoException): CallFailed {
  if (CONNECTION[code]) return new CallFailed('connection', CONNECTION[code])
  if (code.startsWith('HPE_')) return new CallFailed('connection', `The response is not HTTP/1.1 (${code}).`)
  return new CallFailed('connection', `The connection failed (${code}).`)
}

/** Translates an error of the TLS handshake with a host. */
export function handshakeError({ code = 'unknown' }: NodeJS.ErrnoException, host: string): CallFailed {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new CallFailed('connection', `The TLS certificate is not valid for ${host}.`)
  if (CERTIFICATE[code]) return new CallFailed('connection', `The TLS certificate ${CERTIFICATE[code]}.`)
  return new CallFailed('connection', `The TLS handshake failed (${code}).`)
}
