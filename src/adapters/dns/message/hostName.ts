const MAX_NAME_LENGTH = 253
const MAX_LABEL_LENGTH = 63

/**
 * Whether a lower-case text can be queried as a host name: labels of 1 to 63 letters, digits, hyphens or underscores,
 * 253 octets in total (RFC 1035 section 2.3.4). Underscores are not allowed in host names, but occur in MX targets and
 * are harmless.
 */
export function isHostName(name: string): boolean {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH) return false
  let label = 0
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code === 0x2e) {
      if (label === 0) return false
      label = 0
      continue
    }
    const letter = code >= 0x61 && code <= 0x7a
    const digit = code >= 0x30 && code <= 0x39
    if (!letter && !digit && code !== 0x2d && code !== 0x5f) return false
    if (++label > MAX_LABEL_LENGTH) return false
  }
  return label > 0
}
