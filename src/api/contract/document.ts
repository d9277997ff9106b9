import { readFileSync } from 'node:fs'
import type { OpenapiDocument, PathItem } from './schema.js'

/** `schema/openapi.yaml` as JSON, which is read a hundred times faster. Found from `src` and `dist` alike. */
const FILE = new URL('../../../schema/openapi.generated.json', import.meta.url)

/** The contract as it is written. @throws Error when the file is missing or unreadable */
export function readDocument(): OpenapiDocument {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as OpenapiDocument
  } catch (cause) {
    throw new Error(`${FILE.pathname} cannot be read; \`npm run generate\` makes it from openapi.yaml`, { cause })
  }
}

/**
 * A document whose references are replaced by what they refer to, the same object at each place. References go to
 * the document itself.
 * @throws Error when one leads nowhere or in a circle
 */
export function resolveReferences<T extends object>(document: T): T {
  const resolved = new Map<string, unknown>()
  const open = new Set<string>()

  function resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(resolve)
    if ('$ref' in value && typeof value.$ref === 'string') return target(value.$ref)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]))
  }

  function target(reference: string): unknown {
    if (resolved.has(reference)) return resolved.get(reference)
    if (open.has(reference)) throw new Error(`the contract refers in a circle: ${reference}`)
    open.add(reference)
    const found = resolve(lookUp(document, reference))
    open.delete(reference)
    resolved.set(reference, found)
    return found
  }

  return resolve(document) as T
}

function lookUp(document: object, reference: string): unknown {
  let found: unknown = document
  for (const step of reference.replace(/^#\//, '').split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) {
      throw new Error(`the contract refers to nothing: ${reference}`)
    }
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** The contract as JSON text, with this service's own address as server. @param baseUrl without a final slash */
export function documentText(document: OpenapiDocument, baseUrl: string): string {
  const here = (item: Pick<PathItem, 'servers'>) =>
    item.servers && {
      servers: item.servers.map(({ url, description }) => ({
        url: url.replace('{base_url}', () => baseUrl),
        description,
      })),
    }
  const paths = Object.entries(document.paths).map(([path, item]) => [path, { ...item, ...here(item) }])
  return JSON.stringify({ ...document, ...here(document), paths: Object.fromEntries(paths) })
}
