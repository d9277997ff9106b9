// Whether a request has a body (RFC 9112 section 6).
import type { IncomingMessage } from 'node:http'

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0')
