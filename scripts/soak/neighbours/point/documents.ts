// GraphQL documents of attacks, by name; some grow with the bytes of the point.
import { conflicts, fragmentLevels, times } from '../../../../testbed/callers/hostileDocuments.js'

const LEVELS = 60
/** A fragment level is spread twice in the one before: 2^60 paths. */
const LEADERBOARD = 'contributors{rank contributorId badge contributions creditsEarned uniqueContributions}'
const DESCRIPTION = 'types{name description fields{name description args{name description type{name}} type{name kind}}}'
/** Below the limits of a document, and far beyond them. */
const countOf = (bytes: number, each: number): number => Math.max(1, Math.floor(bytes / each))

const DOCUMENTS = {
  typename: () => '{__typename}',
  aliases: (bytes: number) => `{${times(countOf(bytes, 18), (at) => `a${at}:__typename`)}}`,
  comment: (bytes: number) => `#${','.repeat(bytes)}\n{__typename}`,
  fragments: () => fragmentLevels(LEVELS, 2),
  'fragments-mutation': () =>
    fragmentLevels(LEVELS, 2, {
      operation: 'mutation',
      type: 'Mutation',
      field: 'verifyEmail(input: { email: "a" }) { valid }',
    }),
  'fragments-subscription': () =>
    fragmentLevels(LEVELS, 2, { operation: 'subscription', type: 'Subscription', field: 'poolActivity { type }' }),
  conflicts: (bytes: number) => conflicts(Math.min(2_000, countOf(bytes, 16))),
  directives: (bytes: number) => `{pricing ${times(countOf(bytes, 16), () => '@skip(if: true)')}{currency}}`,
  block: (bytes: number) => `{batch(id:"""${'\n x'.repeat(countOf(bytes, 3))}"""){id}}`,
  unknown: (bytes: number) => `{${times(countOf(bytes, 16), (at) => `batchResult${at}`)}}`,
  // Near the cost limit of 5,000.
  introspection: () => `{${['a', 'b', 'c'].map((alias) => `${alias}:__schema{${DESCRIPTION}}`).join(' ')}}`,
  leaderboard: () => `{a:poolLeaderboard(limit:100){${LEADERBOARD}} b:poolLeaderboard(limit:60){${LEADERBOARD}}}`,
  batches: () => '{batches(first:9){edges{node{id status total results(first:100){edges{node{email valid error}}}}}}}',
  subscription: () => 'subscription{poolActivity{type}}',
} as const satisfies Readonly<Record<string, (bytes: number) => string>>

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS)

/** @throws Error if there is no document with that name */
export function documentOf(name: string, bytes: number): string {
  const document = (DOCUMENTS as Readonly<Record<string, (bytes: number) => string>>)[name]
  if (!document) throw new Error(`"${name}" is no document. Documents: ${DOCUMENT_NAMES.join(', ')}.`)
  return document(bytes)
}
