import type { Eventing } from '../../eventing/eventing.js'
import type { Clock } from '../../kernel/clock.js'
import { createBatcher } from '../../kernel/concurrency/batcher.js'
import { isKnownBounce } from './bounces.js'
import { addressId, type OutcomeAddressDocument, outcomeAddresses } from './projections/outcomeAddresses.js'
import type { Reporters } from './reporters.js'

/** What verification asks. */
export interface KnownBounces {
  /** Whether the account reports outcomes. Synchronous when cached, which is all that an account that does not has to pay. */
  isReporting(account: string): boolean | Promise<boolean>
  /** Whether mail to an address is known to bounce. @param address keyed hash (`HashAddress`) */
  isBouncing(account: string, address: number): Promise<boolean>
}

interface KnownBouncesDependencies {
  readonly eventing: Pick<Eventing, 'read'>
  readonly clock: Clock
  readonly reporters: Reporters
}

export function createKnownBounces({ eventing, clock, reporters }: KnownBouncesDependencies): KnownBounces {
  const model = eventing.read(outcomeAddresses)
  const read = createBatcher<string, OutcomeAddressDocument | undefined>((ids) =>
    ids.length > 1 ? model.getMany(ids) : model.get(ids[0]!).then((found) => [found?.document]),
  )

  return {
    isReporting(account) {
      const since = reporters.since(account)
      return since instanceof Promise ? since.then((known) => known !== undefined) : since !== undefined
    },
    async isBouncing(account, address) {
      const known = await read(addressId(account, address))
      return known !== undefined && isKnownBounce(known.latest, clock.now())
    },
  }
}
