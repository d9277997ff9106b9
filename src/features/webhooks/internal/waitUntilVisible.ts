import type { Eventing } from '../../../eventing/eventing.js'
import type { Position } from '../../../kernel/position.js'
import { SUBSCRIBERS_MODEL } from '../../verification/index.js'
import { webhooks } from '../projections/webhooks.js'

interface WaitUntilVisibleDependencies {
  readonly eventing: Eventing
  /** Called with an account whose webhooks have changed. */
  readonly subscribersChanged: (account: string) => void
}

export type WaitUntilVisible = ReturnType<typeof createWaitUntilVisible>

/** Read-your-writes: waits until queries and verifications see what a command has written. */
export const createWaitUntilVisible =
  ({ eventing, subscribersChanged }: WaitUntilVisibleDependencies) =>
  async (position: Position, account: string): Promise<void> => {
    await eventing.waitForPosition(position, [webhooks.name, SUBSCRIBERS_MODEL])
    subscribersChanged(account)
  }
