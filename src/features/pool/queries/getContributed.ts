import type { Eventing } from '../../../eventing/eventing.js'
import type { Position } from '../../../kernel/position.js'
import { contributionIdOf } from '../commands/contribute.js'
import { contributionName } from '../events.js'
import type { PoolKeys } from '../keys.js'
import { contributions } from '../projections/contributions.js'
import { CONTRIBUTIONS } from '../reactors/contributions.js'
import type { Contributed } from '../state.js'

/** The event with many addresses that contributions are made for. */
interface Cause {
  readonly account: string
  readonly pool: string
  /** The id of the event, and its position in the log. */
  readonly event: string
  readonly position: Position
}

interface GetContributedDependencies {
  readonly eventing: Eventing
  readonly keys: Pick<PoolKeys, 'addressOf'>
}

/**
 * What the contributions of an event have earned, in the order of the addresses; undefined for one that was not contributed.
 * Waits for contributions that are still to be made.
 * @param addresses canonical; see `canonicalAddress`
 * @param timeoutMs after that, contributions that are not in the read model yet count as not made
 */
export type GetContributed = (
  cause: Cause,
  addresses: readonly string[],
  timeoutMs: number,
) => Promise<readonly (Contributed | undefined)[]>

export const createGetContributed =
  ({ eventing, keys }: GetContributedDependencies): GetContributed =>
  async ({ account, pool, event, position }, addresses, timeoutMs) => {
    const startedAt = performance.now()
    if (await eventing.waitForReactor(CONTRIBUTIONS, position, timeoutMs)) {
      const left = Math.max(0, timeoutMs - (performance.now() - startedAt))
      await eventing.waitForPosition(await eventing.head(), [contributions.name], left)
    }
    const ids = addresses.map((canonical) => {
      const address = keys.addressOf(pool, canonical)
      return `${pool}.${contributionName(account, contributionIdOf({ pool, address, cause: event }))}`
    })
    const found = await eventing.read(contributions).getMany(ids)
    return found.map((document) => document && { credits: document.credits, unique: document.unique })
  }
