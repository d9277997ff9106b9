import type { OperationId } from './types.js'

/**
 * Every path of the contract that also has another form. `/v1/…` and `/v2/…` are also `/api/v1/…` and `/api/v2/…`;
 * these two have short forms beside; the probes have all forms too.
 */
const SHORT: { readonly [path: string]: string } = {
  '/v1/health': '/health',
  '/v1/openapi.json': '/openapi.json',
}

/** Operations that are another one under a second name. */
export const SAME_AS = { verifyBulk: 'verifyBatch' } as const satisfies { readonly [id in OperationId]?: OperationId }

/** All forms of a contract path, as it stands first. */
export function formsOf(path: string): string[] {
  const forms = [path]
  if (/^\/v\d+\//.test(path)) forms.push(`/api${path}`)
  if (path.startsWith('/health/')) forms.push(`/v1${path}`, `/api${path}`, `/api/v1${path}`)
  const short = SHORT[path]
  if (short) forms.push(short, `/api${short}`)
  return forms
}
