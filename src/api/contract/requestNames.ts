// The names of what requests contain.
import { createResolver, readDocument } from './document.js'
import { METHODS } from './schema.js'

let names: ReadonlySet<string> | undefined

/** Names of the parameters of all operations, and of all members of their bodies. Read once per process. */
export function requestNames(): ReadonlySet<string> {
  names ??= namesIn(requests())
  return names
}

function requests(): unknown[] {
  const document = readDocument()
  const asked = Object.values(document.paths).flatMap((item) =>
    METHODS.map((method) => [item[method]?.parameters, item[method]?.requestBody]),
  )
  return createResolver(document)(asked)
}

function namesIn(root: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<object>()
  function look(value: unknown): void {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const { name, in: place, properties } = value as { readonly [member: string]: unknown }
    if (typeof name === 'string' && typeof place === 'string') found.add(name)
    if (typeof properties === 'object' && properties !== null) for (const each in properties) found.add(each)
    for (const [member, inner] of Object.entries(value)) if (!member.startsWith('example')) look(inner)
  }
  look(root)
  return found
}
