/**
 * Canonical JSON: members sorted by UTF-16 code units, no white space; equal values give equal text (RFC 8785 section
 * 3.2.3). A bigint is written as a decimal string.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  let members = ''
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (member !== undefined) members += `${members && ','}${JSON.stringify(name)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}
