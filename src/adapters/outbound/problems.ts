import { CallFailed } from './callFailed.js'

const CONNECTION: { readonly [code: string]: string } = {
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It closed the connection before its answer was complete.',
  EPIPE: 'It closed the connection before its answer was complete.',
  ETIMEDOUT: 'It took no connection in time.',
  EHOSTUNREACH: 'Its address cannot be reached from here.',
  ENETUNREACH: 'Its address cannot be reached from here.',
  HPE_HEADER_OVERFLOW: 'The headers of its answer are too long.',
}

const CERTIFICATE: { readonly [code: string]: string } = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'comes without the certificate of its issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not trusted, or without the one in between',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificate of its issuer',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
}

/** What went wrong with a connection, or with what came over it. */
export function connectionProblem({ code = 'unknown' }: NodeJS.ErrnoException): CallFailed {
  if (CONNECTION[code]) return new CallFailed('connection', CONNECTION[code])
  if (code.startsWith('HPE_')) return new CallFailed('connection', `Its answer is not HTTP/1.1 (${code}).`)
  return new CallFailed('connection', `The connection failed (${code}).`)
}

/** What went wrong before a TLS connection to a host stood. */
export function handshakeProblem({ code = 'unknown' }: NodeJS.ErrnoException, host: string): CallFailed {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new CallFailed('connection', `Its TLS certificate is not for ${host}.`)
  if (CERTIFICATE[code]) return new CallFailed('connection', `Its TLS certificate ${CERTIFICATE[code]}.`)
  return new CallFailed('connection', `No TLS connection could be made (${code}).`)
}
