// Reads the API contract, resolves its references, and serves it as text.
import { readFileSync } from 'node:fs'
import type { JsonSchema, OpenapiDocument, OperationObject } from './schema.js'

/** `schema/openapi.yaml` converted to JSON, which parses a hundred times faster. The path is valid from `src` and `dist`. */
const FILE = new URL('../../../schema/openapi.generated.json', import.meta.url)

let document: OpenapiDocument | undefined

/** The contract, read once per process. @throws Error when the file is missing or unreadable */
export function readDocument(): OpenapiDocument {
  try {
    document ??= JSON.parse(readFileSync(FILE, 'utf8')) as OpenapiDocument
    return document
  } catch (cause) {
    throw new Error(`cannot read ${FILE.pathname}; run \`npm run generate\` to create it from openapi.yaml`, { cause })
  }
}

/**
 * Resolves all `$ref`s of parts of a document, and merges each `allOf` into one schema; every reference to the same target yields
 * the same object. References must be within the document. A schema within itself becomes one that allows anything: what is
 * nested is checked by who reads it.
 * @returns a function that resolves a part; it throws an Error for an unresolvable reference
 */
export function createResolver(document: object): <Part>(part: Part) => Part {
  const resolved = new Map<string, unknown>()
  const open = new Set<string>()

  function resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(resolve)
    if ('$ref' in value && typeof value.$ref === 'string') return target(value.$ref)
    return merged(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)])))
  }

  function target(reference: string): unknown {
    if (resolved.has(reference)) return resolved.get(reference)
    if (open.has(reference)) return ANYTHING
    open.add(reference)
    const found = resolve(resolvePointer(document, reference))
    open.delete(reference)
    resolved.set(reference, found)
    return found
  }

  return resolve as <Part>(part: Part) => Part
}

const ANYTHING = Object.freeze({ description: 'Again what it is within.', example: {} })

/** One schema in place of an `allOf`, whose parts only add to each other. */
function merged({ allOf, ...own }: JsonSchema): JsonSchema {
  if (!allOf) return own
  const parts = [...allOf, own]
  const required = parts.flatMap((part) => part.required ?? [])
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}))
  return Object.assign(
    {},
    ...parts,
    required.length > 0 && { required },
    properties.length > 0 && { properties: Object.fromEntries(properties) },
  )
}

/** The target of a reference. @throws Error when it does not exist */
export function resolvePointer(document: object, reference: string): unknown {
  let found: unknown = document
  for (const step of reference.replace(/^#\//, '').split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) {
      throw new Error(`unresolvable reference in the contract: ${reference}`)
    }
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/**
 * The contract as JSON text, with this service's URL in `servers`. Of an operation that accepts JSON, other types of its body are
 * described in words only: generators for Python and Rust write no client that compiles for a body of two types.
 * @param baseUrl without a trailing slash
 */
export function documentText(document: OpenapiDocument, baseUrl: string): string {
  const [{ url: origin } = { url: '' }] = document.servers
  const servers = document.servers.map((server) => ({ ...server, url: baseUrl + server.url.slice(origin.length) }))
  return JSON.stringify({ ...document, servers }, withOneBody)
}

function withOneBody(name: string, value: unknown): unknown {
  if (name !== 'requestBody') return value
  const { content, ...rest } = value as Partial<NonNullable<OperationObject['requestBody']>>
  const json = content?.['application/json']
  return json ? { ...rest, content: { 'application/json': json } } : value
}
