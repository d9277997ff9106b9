// Samples of the typed client for the operations of the API's description.

interface Parameter {
  readonly $ref?: string
  readonly in?: string
  readonly name?: string
  readonly required?: boolean
  readonly example?: unknown
}

interface Media {
  readonly example?: unknown
  readonly examples?: { readonly [name: string]: { readonly value?: unknown } }
}

interface Operation {
  readonly operationId?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: { readonly [type: string]: Media } }
}

/** The API's description, as far as samples are made of it. */
export interface Description {
  readonly info: { readonly description: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components?: { readonly parameters?: { readonly [name: string]: Parameter } }
  readonly security?: readonly object[]
}

/** The service's URL in texts. */
const EXAMPLE_ORIGIN = 'http://localhost:8080'

/** The description with a sample of the client for every operation. @param origin URL of the service */
export function withClientSamples(description: Description, origin: string): Description {
  const paths = Object.entries(description.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        operation.operationId === undefined
          ? operation
          : {
              ...operation,
              'x-codeSamples': [
                { lang: 'typescript', label: 'mailproof/client', source: sampleOf(operation, description, origin) },
              ],
            },
      ]),
    ),
  ])
  const info = { ...description.info, description: description.info.description.replaceAll(EXAMPLE_ORIGIN, origin) }
  return { ...description, info, paths: Object.fromEntries(paths) }
}

function sampleOf(operation: Operation, description: Description, origin: string): string {
  const { operationId, requestBody, parameters = [], security = description.security ?? [] } = operation
  const known = parameters.map(({ $ref, ...own }) =>
    $ref === undefined ? own : (description.components?.parameters?.[$ref.split('/').at(-1)!] ?? own),
  )
  const given = Object.fromEntries(
    known
      .filter(({ in: place, required }) => place === 'path' || (place === 'query' && required))
      .map(({ name, example }) => [name, example ?? '…']),
  )
  const body = bodyIn(requestBody?.content)
  const input = { ...given, ...(typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) }
  const key = security.some((scheme) => Object.keys(scheme).length > 0) ? ', apiKey: process.env.MAILPROOF_API_KEY' : ''
  const args = Object.keys(input).length === 0 ? '' : literal(input)
  return `import { createClient } from 'mailproof/client'

const mailproof = createClient({ baseUrl: '${origin}'${key} })
const answer = await mailproof.${operationId}(${args})`
}

/** The first example of a body: JSON, or the fields of a form. */
function bodyIn(content: { readonly [type: string]: Media } = {}): unknown {
  const media = content['application/json'] ?? content['multipart/form-data']
  if (!media) return undefined
  const [first] = Object.values(media.examples ?? {})
  return media.example ?? first?.value
}

/** JSON as people write it in TypeScript: names without quotes where they need none. */
const literal = (value: unknown): string => JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
