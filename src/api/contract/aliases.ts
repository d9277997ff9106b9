import type { OperationId } from './types.js'

/**
 * Short forms of paths. Independently, `/v1/…` and `/v2/…` are also served as `/api/v1/…` and `/api/v2/…`, and the
 * probes are served under every prefix.
 */
const SHORT: { readonly [path: string]: string } = {
  '/v1/health': '/health',
  '/v1/openapi.json': '/openapi.json',
}

/** Operations that are aliases of another one. */
export const OPERATION_ALIASES = { verifyBulk: 'verifyBatch' } as const satisfies {
  readonly [id in OperationId]?: OperationId
}

/** All paths under which a contract path is served, the contract's own first. */
export function servedPaths(path: string): string[] {
  const forms = [path]
  if (/^\/v\d+\//.test(path)) forms.push(`/api${path}`)
  if (path.startsWith('/health/')) forms.push(`/v1${path}`, `/api${path}`, `/api/v1${path}`)
  const short = SHORT[path]
  if (short) forms.push(short, `/api${short}`)
  return forms
}
