// What an operator looks at: who uses the installation, who meets a limit, and what does not work.
import type { ModelStatus } from '../../eventing/model.js'
import type { AccountRow, Accounts } from '../../features/accounts/index.js'
import type { AccountUse, ListsStatus, ListUse } from '../../features/verification/index.js'
import type { DisabledWebhook, ListDisabled } from '../../features/webhooks/index.js'
import { type Clock, iso } from '../../kernel/clock.js'
import { Failure } from '../../kernel/failure.js'
import { monthOf } from '../../kernel/months.js'
import { DAY_MS } from '../../kernel/time.js'

/** An account with its use of the month. */
export interface UseRow extends Pick<AccountRow, 'email' | 'plan' | 'perMonth'>, AccountUse {}

export interface Overview {
  /** UTC month, `yyyy-mm`. */
  readonly month: string
  /** Those that used most first. */
  readonly accounts: readonly UseRow[]
  /** Cursor of the next accounts; null on the last page. */
  readonly next: string | null
  /** Those that were told of 70 % of their quota or more, nearest to it first. */
  readonly limited: readonly UseRow[]
  readonly disabledWebhooks: readonly DisabledWebhook[]
  readonly readModels: readonly Pick<ModelStatus, 'model' | 'state' | 'lagMs'>[]
  /** When the lists of domains were last known to be the newest. */
  readonly lists: { readonly version: string; readonly currentAt: string; readonly ageDays: number }
}

interface OverviewQuery {
  /** Default: the present one. */
  readonly month?: string | undefined
  /** Rows of each table, 1 to 100. */
  readonly limit: number
  readonly after?: string | undefined
}

/** Reads a page of each table, however many accounts there are. @throws RangeError for a malformed cursor */
export type GetOverview = (query: OverviewQuery) => Promise<Overview>

/** Read models that lag or do not run. */
export const lateIn = (readModels: Overview['readModels']): Overview['readModels'] =>
  readModels.filter(({ lagMs, state }) => lagMs > 0 || state !== 'running')

/** Below, an account is far from its limit. */
const NEAR_PERCENT = 70

interface OverviewDependencies {
  readonly listUse: ListUse
  readonly listDisabled: ListDisabled
  readonly accounts: Pick<Accounts, 'showAccount'>
  readonly readModels: () => Promise<readonly ModelStatus[]>
  readonly describeLists: () => Promise<Pick<ListsStatus, 'version' | 'currentAt'>>
  readonly clock: Clock
}

export function createOverview(dependencies: OverviewDependencies): GetOverview {
  const { listUse, listDisabled, accounts, readModels, describeLists, clock } = dependencies

  return async ({ month = monthOf(clock.now()), limit, after }) => {
    const [used, told, disabledWebhooks, models, lists] = await Promise.all([
      listUse({ month, by: 'use', limit, after }),
      listUse({ month, by: 'told', limit }),
      listDisabled(limit),
      readModels(),
      describeLists(),
    ])
    return {
      month,
      accounts: await rowsOf(used.items),
      next: used.next ?? null,
      limited: await rowsOf(told.items.filter((use) => (use.told ?? 0) >= NEAR_PERCENT)),
      disabledWebhooks,
      readModels: models.map(({ model, state, lagMs }) => ({ model, state, lagMs })),
      lists: {
        version: lists.version,
        currentAt: iso(lists.currentAt),
        ageDays: Math.floor((clock.now() - lists.currentAt) / DAY_MS),
      },
    }
  }

  async function rowsOf(uses: readonly AccountUse[]): Promise<UseRow[]> {
    const rows = await Promise.all(uses.map(rowOf))
    return rows.filter((row) => row !== undefined)
  }

  /** Undefined if the account is erased meanwhile. */
  async function rowOf(use: AccountUse): Promise<UseRow | undefined> {
    try {
      const { email, plan, perMonth } = await accounts.showAccount(use.account, iso(clock.now()))
      return { ...use, email, plan, perMonth }
    } catch (error) {
      if (error instanceof Failure && error.code === 'NOT_FOUND') return undefined
      throw error
    }
  }
}
