/** What a client knows of an operation, written down by hand from the specification and surface.md. */
export interface ClientView {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Every form of its path; `{name}` stands for a parameter. */
  readonly paths: readonly [string, ...string[]]
  /** Every method that its path has. */
  readonly allow: string
  readonly keyed: boolean
  /** The window that its limiter counts in. */
  readonly limit?: 'minute' | 'hour'
  /** A body that it takes. */
  readonly body?: object
  /** Values of its path's parameters that exist, or at least could. */
  readonly params?: { readonly [name: string]: string }
  /** What a good call answers. */
  readonly success: 200 | 201
}

const both = (path: string, ...others: string[]): [string, ...string[]] => [path, `/api${path}`, ...others]

const READ = { method: 'GET', allow: 'GET, HEAD', success: 200 } as const
const VERIFY = { method: 'POST', allow: 'POST', keyed: true, limit: 'minute', success: 200 } as const

export const OPERATIONS = {
  verifyEmail: { ...VERIFY, paths: both('/v1/verify'), body: { email: 'ada@explicit.mailproof.net' } },
  verifyEmailSignals: { ...VERIFY, paths: both('/v2/verify'), body: { email: 'ada@explicit.mailproof.net' } },
  verifyBatch: { ...VERIFY, paths: both('/v1/verify/batch'), body: { emails: ['ada@explicit.mailproof.net'] } },
  verifyBulk: { ...VERIFY, paths: both('/v1/verify/bulk'), body: { emails: ['ada@explicit.mailproof.net'] } },
  createAccount: {
    method: 'POST',
    allow: 'POST',
    keyed: false,
    limit: 'hour',
    success: 201,
    paths: both('/v1/accounts/create'),
    body: { email: 'ada@example.org', name: 'Ada' },
  },
  getAccount: { ...READ, keyed: true, paths: both('/v1/accounts/me') },
  generateKey: {
    method: 'POST',
    allow: 'POST',
    keyed: true,
    success: 201,
    paths: both('/v1/keys/generate'),
    body: { name: 'another' },
  },
  listKeys: { ...READ, keyed: true, paths: both('/v1/keys') },
  revokeKey: {
    method: 'DELETE',
    allow: 'DELETE',
    keyed: true,
    success: 200,
    paths: both('/v1/keys/{keyId}'),
    params: { keyId: '019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b' },
  },
  getUsage: { ...READ, keyed: true, paths: both('/v1/stats') },
  getPricing: { ...READ, keyed: false, paths: both('/v1/pricing') },
  getHealth: { ...READ, keyed: false, paths: both('/v1/health', '/health', '/api/health') },
  getLiveness: { ...READ, keyed: false, paths: ['/health/live'] },
  getReadiness: { ...READ, keyed: false, paths: ['/health/ready'] },
  getOpenapi: { ...READ, keyed: false, paths: both('/v1/openapi.json', '/openapi.json', '/api/openapi.json') },
  getDiagnosticModules: { ...READ, keyed: true, paths: both('/v1/diagnostic/modules') },
  listReasons: { ...READ, keyed: false, paths: ['/docs/reasons'] },
  getReason: { ...READ, keyed: false, paths: ['/docs/reasons/{slug}'], params: { slug: 'deliverable' } },
} as const satisfies { readonly [operation: string]: ClientView }

export type OperationName = keyof typeof OPERATIONS

export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[]

export const viewOf = (operation: OperationName): ClientView => OPERATIONS[operation]

/** One form of an operation's path with its parameters filled in. */
export function pathOf(
  operation: OperationName,
  { params, form = 0 }: { params?: { readonly [name: string]: string }; form?: number } = {},
): string {
  const { paths, params: samples } = viewOf(operation)
  return paths[form]!.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...samples, ...params })[name]!)
}
