/**
 * Converts an extension to the keyword of JSON Schema that it stands in for: code generators make fields with a `default`
 * required, and their clients refuse a value of an `enum` that is newer than they are.
 * @param part of the contract, such as a schema; it is not changed
 */
function withKeyword<T>(part: T, extension: `x-${string}`, keyword: string): T {
  const convert = <Part>(value: Part): Part => {
    if (Array.isArray(value)) return value.map(convert) as Part
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [
      name === extension ? keyword : name,
      convert(member),
    ])
    return Object.fromEntries(members) as Part
  }
  return convert(part)
}

/** Fields of requests with the defaults that the service fills in. */
export const withDefaults = <T>(part: T): T => withKeyword(part, 'x-default', 'default')

/** Strings of responses restricted to the values that this release sends. */
export const withKnownValues = <T>(part: T): T => withKeyword(part, 'x-extensible-enum', 'enum')
