// What a request to begin a backtest asks for.
import type { Backtests } from '../../features/backtests/index.js'
import { Failure } from '../../kernel/failure.js'
import type { ApiSchema } from '../contract/types.js'

/** @throws Failure VALIDATION_ERROR */
export function backtestInput(
  body: ApiSchema<'CreateBacktestRequest'> | undefined,
): Parameters<Backtests['createBacktest']>[1] {
  const { rules, version, from, to, lists } = body ?? {}
  if (rules != null && version != null) {
    const message = '`version` must not be sent together with `rules`'
    throw new Failure('VALIDATION_ERROR', `${message}.`, { problems: [{ path: '/version', message }] })
  }
  if (version != null && version < 1) {
    const message = '`version` must be at least 1'
    throw new Failure('VALIDATION_ERROR', `${message}.`, { problems: [{ path: '/version', message }] })
  }
  return { rules: version ?? rules ?? 'draft', from: from ?? undefined, to: to ?? undefined, lists: lists ?? 'then' }
}
