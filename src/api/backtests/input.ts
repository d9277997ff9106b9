// What a request to begin a backtest asks for.
import type { Backtests } from '../../features/backtests/index.js'
import { rejectParameter } from '../../kernel/failure.js'
import type { ApiSchema } from '../contract/types.js'

/** @throws Failure VALIDATION_ERROR */
export function backtestInput(
  body: ApiSchema<'CreateBacktestRequest'> | undefined,
): Parameters<Backtests['createBacktest']>[1] {
  const { rules, version, from, to, lists } = body ?? {}
  if (rules != null && version != null) rejectParameter('version', 'must not be sent together with `rules`')
  if (version != null && version < 1) rejectParameter('version', 'must be at least 1')
  return { rules: version ?? rules ?? 'draft', from: from ?? undefined, to: to ?? undefined, lists: lists ?? 'then' }
}
