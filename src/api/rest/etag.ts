import { createHash } from 'node:crypto'
import { matchesTag } from '../../httpMessages/prepared.js'

/** For public, cacheable responses. */
const CACHE_CONTROL = 'public, max-age=15'

/**
 * A publicly cacheable response with an ETag; 304 if the caller's copy is current (RFC 9110, section
 * 13.1.2).
 * @param known the request's If-None-Match header
 * @param significant the part of the body that the tag covers, if not all of it; the tag is then weak (RFC 9110, section 8.8.1)
 */
export function withEtag<Body extends object>(body: Body, known: string | undefined, significant?: object) {
  const hash = createHash('sha256')
    .update(JSON.stringify(significant ?? body))
    .digest('base64url')
  const opaque = `"${hash}"`
  const headers = { 'Cache-Control': CACHE_CONTROL, ETag: significant ? `W/${opaque}` : opaque }
  return matchesTag(known, opaque)
    ? { status: 304 as const, headers, body: undefined }
    : { status: 200 as const, headers, body }
}
