// The kinds of ids that the API takes, and ids of each that never existed.

/** What a parameter of a contract may identify. Each kind has a provider in `holdings.ts`. */
export type Kind =
  | 'batch'
  | 'backtest'
  | 'key'
  | 'endpoint'
  | 'delivery'
  | 'request'
  | 'cursor'
  | 'expires'
  | 'signature'
  | 'idempotencyKey'

/** Ids by kind. */
export type Ids = { readonly [kind in Kind]?: string }

/** The kind of an id, by the words in its name. The first match decides. */
const WORDS: readonly (readonly [words: RegExp, kind: Kind])[] = [
  [/^Idempotency-Key$/, 'idempotencyKey'],
  [/^expires$/, 'expires'],
  [/^signature$/, 'signature'],
  [/cursor|^after$|^before$/i, 'cursor'],
  [/^request_?id$/i, 'request'],
  [/deliver/i, 'delivery'],
  [/webhook/i, 'endpoint'],
  [/backtest/i, 'backtest'],
  [/batch|job/i, 'batch'],
  [/key/i, 'key'],
]

/** Names of free texts that identify nothing of an account. */
const PLAIN: ReadonlySet<string> = new Set([
  'certificate_authority',
  'certificateAuthority',
  'domain',
  'draft_updated_at',
  'draftUpdatedAt',
  'email',
  'emails',
  'email_column',
  'entries',
  'file',
  'from',
  'headers',
  'If-None-Match',
  'invite',
  'month',
  'name',
  'networks',
  'origins',
  // A list of objects; that a request in it is of the account: test/outcomes/outcomes.http.test.ts
  'outcomes',
  'reason',
  'rule',
  'rules',
  'since',
  'slug',
  'timezone',
  'to',
  'url',
  'webhook_url',
  'when',
  'webhookUrl',
  'X-Parent-ID',
])

export const kindOf = (text: string): Kind | undefined => WORDS.find(([words]) => words.test(text))?.[1]

export const isPlain = (name: string): boolean => PLAIN.has(name)

/** What to do about a parameter that the matrix does not know. */
export const unknown = (coordinate: string): string =>
  `add a provider for ${coordinate}: a kind in test/security/support/kinds.ts and what account A has of it in ` +
  'holdings.ts; or, where it identifies nothing that an account owns, its name in PLAIN'

/** Unknown ids, for kinds of which a caller has none. */
export const NEVER: Ids = {
  batch: '019acb60-2b1c-7c3d-9a4e-5f60718293a4',
  backtest: '7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d',
  key: '019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b',
  endpoint: 'wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091',
  delivery: '0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b',
  request: '0b6f7a3c-5d1e-4f20-8a4b-6c7d8e9f0a1c',
}

const flip = (digit: string): string => (Number.parseInt(digit, 16) ^ 1).toString(16)

/** A well-formed unknown id of the same kind. */
export function neverLike(kind: Kind, id: string): string {
  switch (kind) {
    case 'expires':
      return String(Number(id) + 1)
    case 'signature':
    case 'cursor':
      // The prefix names the list that a cursor belongs to.
      return `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`
    case 'idempotencyKey':
      return id.replace(/^call/, 'none')
    default:
      return id.replace(/[0-9a-f]{12}$/, (digits) => [...digits].map(flip).join(''))
  }
}

/** Every non-empty subset. */
export function choicesOf<T>(all: readonly T[]): T[][] {
  const [first, ...others] = all
  if (first === undefined) return []
  const rest = choicesOf(others)
  return [[first], ...rest, ...rest.map((choice) => [first, ...choice])]
}
