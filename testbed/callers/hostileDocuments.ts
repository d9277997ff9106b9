// GraphQL documents that cost a server more than they cost their sender.
import fc from '../fastCheck.js'

/** A malicious GraphQL request. */
export interface HostileRequest {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

const MOST_CHARACTERS = 65_536

export const times = (count: number, make: (place: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, place) => make(place)).join(between)

const cut = (query: string): string => query.slice(0, MOST_CHARACTERS)

const KINDS = [
  { operation: 'query', type: 'Query', field: 'pricing { currency }' },
  { operation: 'mutation', type: 'Mutation', field: 'verifyEmail(input: { email: "a" }) { valid }' },
  { operation: 'subscription', type: 'Subscription', field: 'poolActivity { type }' },
] as const

/** Fragments, each of which spreads the next one `uses` times: `uses` to the power of `levels` paths. */
export function fragmentLevels(levels: number, uses: number, kind: (typeof KINDS)[number] = KINDS[0]): string {
  const { operation, type, field } = kind
  const level = (place: number) =>
    `fragment a${place} on ${type} { ${place < levels - 1 ? times(uses, () => `...a${place + 1}`) : field} }`
  return `${operation} { ...a0 ${field} } ${times(levels, level)}`
}

/** Two selections of one field whose fields all conflict with each other. */
export const conflicts = (count: number): string =>
  `{ me { ${times(count, () => 'id(a: 1)')} } me { ${times(count, () => 'id(a: 2)')} } }`

const size = (most: number) => fc.oneof(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 40 }))
const kinds = fc.constantFrom(...KINDS)

const dag = fc
  .record({ levels: fc.integer({ min: 1, max: 80 }), uses: fc.integer({ min: 1, max: 6 }), kind: kinds })
  .map(({ levels, uses, kind }) => fragmentLevels(levels, uses, kind))

/** Fragments that spread any others: mostly in cycles. */
const graph = fc
  .integer({ min: 1, max: 70 })
  .chain((count) =>
    fc.record({
      kind: kinds,
      forwards: fc.boolean(),
      edges: fc.array(fc.array(fc.nat({ max: count - 1 }), { maxLength: 8 }), { minLength: count, maxLength: count }),
    }),
  )
  .map(({ kind: { operation, type, field }, forwards, edges }) => {
    const targets = (place: number) => edges[place]!.filter((target) => !forwards || target > place)
    const fragment = (place: number) =>
      `fragment f${place} on ${type} { ${field} ${targets(place)
        .map((target) => `...f${target}`)
        .join(' ')} }`
    return `${operation} { ${times(edges.length, (place) => `...f${place}`)} } ${times(edges.length, fragment)}`
  })

/** Selections of one operation. */
const selections = fc.oneof(
  size(3_000).map((count) => times(count, (place) => `a${place}: __typename`)),
  size(3_000).map((count) => times(count, () => '__typename')),
  size(800).map((count) => times(count, () => 'batches(first: 1, status: COMPLETED) { totalCount }')),
  size(300).map((count) => conflicts(count).slice(1, -1)),
  size(3_000).map((count) => `pricing ${times(count, () => '@skip(if: true)')} { currency }`),
  size(3_000).map((count) => `pricing ${times(count, () => '@nothing')} { currency }`),
  size(1_000).map((count) => `batches(${times(count, () => 'first: 1')}) { totalCount }`),
  size(200).map((count) => `${'... on Query { '.repeat(count)} __typename ${' }'.repeat(count)}`),
  size(2_000).map((count) => times(count, () => '... { __typename }')),
  size(300).map((count) => `${'me { batches { edges { node { '.repeat(count)} id ${' } } } }'.repeat(count)}`),
  size(200).map((count) => `batches(first: ${'['.repeat(count)}1${']'.repeat(count)}) { totalCount }`),
  size(3_000).map((count) => `batches(first: [${times(count, String, ',')}]) { totalCount }`),
  size(1_000).map((count) => `batches(first: {${times(count, (place) => `a${place}: 1`)}}) { totalCount }`),
  size(60_000).map((count) => `batch(id: """${'\n'.repeat(count)}""") { id }`),
  size(5_000).map((count) => `batch(id: """${' x\n'.repeat(count)}""") { id }`),
  size(60_000).map((count) => `batch(id: "${'x'.repeat(count)}") { id }`),
  size(60_000).map((count) => 'x'.repeat(count)),
  size(60).map((count) => times(count, (place) => `${'batche'.repeat(100)}${place}`)),
  size(30_000).map((count) => `${'#\n'.repeat(count)} __typename`),
  size(60_000).map((count) => `${'\n'.repeat(count)} nothing`),
  fc.nat({ max: 30 }).map((count) => `__schema { ${times(count, (n) => `a${n}: types { fields { name } }`)} }`),
  fc.string({ maxLength: 500 }),
)

/** Several kinds of selections together, in one or several operations. */
const wide = fc
  .record({ parts: fc.array(selections, { minLength: 1, maxLength: 3 }), operations: size(600), variables: size(500) })
  .map(({ parts, operations, variables }) => {
    const defined = variables > 0 ? `(${times(variables, (place) => `$a${place}: Int`)})` : ''
    const more = times(operations, (place) => `query q${place} { ...f }`)
    return operations === 0
      ? `query ${defined} { ${parts.join(' ')} ${times(Math.min(variables, 200), (place) => `batches(first: $a${place}) { totalCount }`)} }`
      : `${more} fragment f on Query { ${parts.join(' ')} }`
  })

const LIST = 'mutation ($a: [String!]!) { verifyBatch(input: { emails: $a }) { summary { total } } }'
const INPUT = 'mutation ($a: VerifyEmailInput!) { verifyEmail(input: $a) { valid } }'
const NUMBER = 'query ($a: Int) { batches(first: $a) { totalCount } }'

const values = fc
  .record({
    query: fc.constantFrom(LIST, INPUT, NUMBER),
    value: fc.oneof(
      fc
        .record({ item: fc.constantFrom<unknown>('a', 1, null, [], {}, [1], { a: 1 }), count: size(500_000) })
        .map(({ item, count }) => Array.from({ length: count }, () => item)),
      size(20_000).map((count) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 1]))),
      size(1_000_000).map((count) => 'x'.repeat(count)),
      fc.integer({ min: 0, max: 30 }).map((depth) => {
        let value: unknown = 1
        for (let level = 0; level < depth; level++) value = level % 2 ? { email: value } : [value]
        return value
      }),
      fc.jsonValue(),
    ),
  })
  .map(({ query, value }): HostileRequest => ({ query, variables: { a: value } }))

/** Documents and variables of every shape that is expensive to traverse, validate or coerce. */
export const hostileRequests: fc.Arbitrary<HostileRequest> = fc.oneof(
  fc.oneof(dag, graph, wide, wide).map((query): HostileRequest => ({ query: cut(query), operationName: 'q0' })),
  fc.oneof(dag, graph, wide).map((query): HostileRequest => ({ query: cut(query) })),
  values,
)
