import type { Eventing } from '../../../eventing/eventing.js'
import type { Position } from '../../../kernel/position.js'
import { SUBSCRIBERS_MODEL } from '../../verification/index.js'
import { webhooks } from '../projections/webhooks.js'

interface WaitUntilVisibleDependencies {
  readonly eventing: Eventing
  /** Called with an account whose webhooks have changed. */
  readonly subscribersChanged: (account: string) => void
}

/** Read-your-writes: waits until queries and verifications see what a command has written. */
export type WaitUntilVisible = (position: Position, account: string) => Promise<void>

export const createWaitUntilVisible =
  ({ eventing, subscribersChanged }: WaitUntilVisibleDependencies): WaitUntilVisible =>
  async (position, account) => {
    await eventing.waitForPosition(position, [webhooks.name, SUBSCRIBERS_MODEL])
    subscribersChanged(account)
  }
