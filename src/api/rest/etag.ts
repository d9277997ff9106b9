import { createHash } from 'node:crypto'

/** So long a cache may answer for the service. */
const CACHE_CONTROL = 'public, max-age=15'

/**
 * An answer that anybody may keep for a while and then ask whether it still holds: 304 where it does (RFC 9110, section
 * 13.1.2).
 * @param known what the caller has, its header If-None-Match
 * @param says what the answer says, where that is not all of it: then the tag is a weak one (RFC 9110, section 8.8.1)
 */
export function withEtag<Body extends object>(body: Body, known: string | undefined, says?: object) {
  const hash = createHash('sha256')
    .update(JSON.stringify(says ?? body))
    .digest('base64url')
  const opaque = `"${hash}"`
  const headers = { 'Cache-Control': CACHE_CONTROL, ETag: says ? `W/${opaque}` : opaque }
  return known !== undefined && names(known, opaque)
    ? { status: 304 as const, headers, body: undefined }
    : { status: 200 as const, headers, body }
}

/** Whether a tag is among those listed, weak ones too. `*` names whatever there is. */
const names = (listed: string, opaque: string): boolean =>
  listed.split(',').some((tag) => {
    const text = tag.trim()
    return text === '*' || text.replace(/^W\//, '') === opaque
  })
