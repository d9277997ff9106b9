/** The code that clients of automatic persisted queries understand; they then send the query itself. */
const CODE = 'PERSISTED_QUERY_NOT_SUPPORTED'

/** An operation that is named only by its hash. Automatic persisted queries are not supported. */
export class PersistedQueryNotSupported extends Error {
  override readonly name = 'PersistedQueryNotSupported'
  /** As Apollo Server answers it, with status 200. */
  readonly reply = {
    status: 200,
    headers: {},
    errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: CODE } }],
  } as const
}

/**
 * The body of a request without its persisted query, which is ignored next to the query itself.
 * @throws PersistedQueryNotSupported
 */
export function withoutPersistedQuery(body: Record<string, unknown>): Record<string, unknown> {
  const { extensions, ...rest } = body
  if (!hasPersistedQuery(extensions)) return body
  requireQuery(body.query)
  const { persistedQuery: _, ...others } = extensions
  return { ...rest, extensions: others }
}

/** The same for the parameters of a URL. @throws PersistedQueryNotSupported */
export function removePersistedQuery(parameters: URLSearchParams): void {
  const extensions = parse(parameters.get('extensions'))
  if (!hasPersistedQuery(extensions)) return
  requireQuery(parameters.get('query'))
  parameters.delete('extensions')
}

function requireQuery(query: unknown): void {
  if (query === undefined || query === null || query === '') throw new PersistedQueryNotSupported()
}

const hasPersistedQuery = (extensions: unknown): extensions is { readonly persistedQuery: unknown } =>
  typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, 'persistedQuery')

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
