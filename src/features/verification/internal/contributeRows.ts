import type { Actor } from '../../../kernel/actor.js'
import { eventId } from '../../../kernel/ids.js'
import type { Contributed, Pool } from '../../pool/index.js'
import { withTimeoutFallback } from '../deadline.js'
import type { AddressesVerified } from '../events.js'

/** Maximum time that a response waits for its contributions, to report their credits: enough for 10,000 addresses. */
const TIMEOUT_MS = 10_000

/**
 * Contributes the shared results of a synchronous batch, so that its rows can say what they earned. What fails or is too late is
 * contributed by the reactor.
 * @param events as appended to the stream by the actor's command
 * @returns what contributions earned, by the pool's hash of their address
 */
type ContributeRows = (
  events: readonly AddressesVerified[],
  stream: string,
  actor: Actor,
) => Promise<Map<string, Contributed>>

export const createContributeRows =
  ({ pool }: { readonly pool: Pick<Pool, 'contributeShared'> }): ContributeRows =>
  async (events, stream, actor) => {
    const earned = new Map<string, Contributed>()
    let late = false
    const contributing = contribute().catch(() => undefined)
    await withTimeoutFallback(TIMEOUT_MS, contributing, () => {
      late = true
    })
    return earned

    async function contribute(): Promise<void> {
      for (const [index, { data }] of events.entries()) {
        const { account, shared } = data
        if (!shared) continue
        const origin = { source: 'batch', cause: eventId(stream, index, actor), group: actor.commandId } as const
        for await (const [address, outcome] of pool.contributeShared({ account, shared, origin, contributor: actor })) {
          if (late) return
          earned.set(address, outcome)
        }
      }
    }
  }
