// Makes the fields of the schema require the scopes that the REST operations of the same purpose require.
import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import type { Contract, OperationContract } from '../api/contract/contract.js'
import type { OperationId } from '../api/contract/types.js'
import type { GraphqlContext } from '../api/graphql/context.js'

/** Operations of fields that have another name than theirs, by type and field. */
const OPERATIONS: { readonly [coordinate: string]: OperationId } = {
  'Query.backtest': 'getBacktest',
  'Query.backtests': 'listBacktests',
  'Query.audit': 'listAuditEntries',
  'Query.batch': 'getBatch',
  'Query.batches': 'getBatch',
  'Query.contributions': 'getPoolContributions',
  'Query.decisions': 'listDecisions',
  'Query.deliveryBody': 'listDeliveries',
  'Query.me': 'getAccount',
  'Query.outcomeQuality': 'getOutcomeQuality',
  'Query.poolActivity': 'getPoolActivity',
  'Query.poolContributions': 'getPoolContributions',
  'Query.poolDays': 'getPoolStats',
  'Query.poolHistory': 'getPoolHistory',
  'Query.poolLeaderboard': 'getPoolLeaderboard',
  'Query.poolLevels': 'getPoolLevels',
  'Query.poolRank': 'getPoolRank',
  'Query.poolStats': 'getPoolStats',
  'Query.pricing': 'getPricing',
  'Query.list': 'getList',
  'Query.rules': 'getRules',
  'Query.rulesComparison': 'compareRules',
  'Query.rulesVersion': 'getRulesVersion',
  'Query.rulesVersions': 'listRulesVersions',
  'Query.usage': 'getUsage',
  'Query.verdicts': 'getVerdicts',
  'Query.webhook': 'getWebhook',
  'Query.webhooks': 'listWebhooks',
  'Mutation.submitBatch': 'verifyBulkAgent',
  'Subscription.backtestProgress': 'getBacktest',
  'Subscription.batchProgress': 'getBatch',
  'Subscription.poolActivity': 'getPoolActivity',
  'Account.batches': 'getBatch',
  'Account.keys': 'listKeys',
  'Account.webhooks': 'listWebhooks',
}

const ROOTS = ['Query', 'Mutation', 'Subscription']

type Field = GraphQLField<unknown, GraphqlContext>

/** @returns the schema, changed. @throws Error for a root field whose operation is unknown, or an unknown field */
export function withScopes(schema: GraphQLSchema, { operation }: Pick<Contract, 'operation'>): GraphQLSchema {
  for (const [coordinate, id] of coordinatesOf(schema)) {
    const field = fieldAt(schema, coordinate)
    const contract: OperationContract | undefined = operation(id)
    if (!field || !contract) throw new Error(`no operation is known for the GraphQL field ${coordinate}`)
    if (contract.scope === undefined) continue
    const guard = guardOf(contract)
    // Before a subscription starts: a key's scopes never change.
    if (field.subscribe) field.subscribe = guard(field.subscribe)
    else if (field.resolve) field.resolve = guard(field.resolve)
    else throw new Error(`the GraphQL field ${coordinate} has no resolver`)
  }
  return schema
}

function* coordinatesOf(schema: GraphQLSchema): Generator<[coordinate: string, id: OperationId]> {
  for (const root of ROOTS) {
    for (const name of Object.keys(fieldsOf(schema, root))) {
      const coordinate = `${root}.${name}`
      yield [coordinate, OPERATIONS[coordinate] ?? (name as OperationId)]
    }
  }
  for (const [coordinate, id] of Object.entries(OPERATIONS)) {
    if (!ROOTS.includes(coordinate.slice(0, coordinate.indexOf('.')))) yield [coordinate, id]
  }
}

function fieldAt(schema: GraphQLSchema, coordinate: string): Field | undefined {
  const [type = '', name = ''] = coordinate.split('.')
  return fieldsOf(schema, type)[name]
}

function fieldsOf(schema: GraphQLSchema, name: string): { readonly [field: string]: Field } {
  const type = schema.getType(name)
  return type && 'getFields' in type ? (type.getFields() as unknown as { readonly [field: string]: Field }) : {}
}

type Resolve = GraphQLFieldResolver<unknown, GraphqlContext>

const guardOf =
  (needs: OperationContract) =>
  (resolve: Resolve): Resolve =>
  (source, args, context, info) => {
    context.requireScope(needs)
    return resolve(source, args, context, info)
  }
