// The connections of the schema: pages of lists, with what each can count.
import { sharedWork } from '../../kernel/limits.js'
import { AuditEntry } from '../audit/types.js'
import { BacktestSummary } from '../backtests/types.js'
import { Batch, BatchResult } from '../batches/types.js'
import { Contribution, PoolHistoryRow } from '../pool/types.js'
import { RulesVersionSummary } from '../rules/types.js'
import { LoggedDecision } from '../verdicts/types.js'
import { Delivery } from '../webhooks/types.js'
import { defineConnection } from './connection.js'

export const BatchConnection = defineConnection('Batch', Batch, 'batches', 'newest first')

export const BatchResultConnection = defineConnection('BatchResult', BatchResult, 'batch results', 'in input order', {
  nullWhen: 'when filtered',
})

// An operation may count those of fifty webhooks.
export const DeliveryConnection = defineConnection('Delivery', Delivery, 'deliveries', 'newest first', { cost: 10 })

export const DecisionConnection = defineConnection('Decision', LoggedDecision, 'decisions', 'newest first', {
  nullWhen: `if more than ${sharedWork.verdictQueries.scannedRows.toLocaleString('en')} verifications would have to be looked at`,
  cost: 10,
})

export const PoolHistoryConnection = defineConnection(
  'PoolHistory',
  PoolHistoryRow,
  'history rows',
  'ordered by day and then by contributor',
  { cost: 10 },
)

export const ContributionConnection = defineConnection('Contribution', Contribution, 'contributions', 'newest first')

export const AuditConnection = defineConnection('Audit', AuditEntry, 'audit entries', 'newest first')

export const BacktestConnection = defineConnection('Backtest', BacktestSummary, 'backtests', 'newest first')

export const RulesVersionConnection = defineConnection(
  'RulesVersion',
  RulesVersionSummary,
  'versions of the rules',
  'newest first',
)
