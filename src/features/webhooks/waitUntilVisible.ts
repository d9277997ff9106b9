import type { Eventing } from '../../eventing/eventing.js'
import type { Position } from '../../kernel/position.js'
import { SUBSCRIBERS_MODEL } from '../verification/index.js'
import { webhooks } from './projections/webhooks.js'

export interface WaitUntilVisibleDependencies {
  readonly eventing: Eventing
  /** Told of an account whose webhooks have changed. */
  readonly subscribersChanged: (account: string) => void
}

export type WaitUntilVisible = ReturnType<typeof createWaitUntilVisible>

/** Waits until what a command wrote is what its caller reads, and what verifications go by. */
export const createWaitUntilVisible =
  ({ eventing, subscribersChanged }: WaitUntilVisibleDependencies) =>
  async (position: Position, account: string): Promise<void> => {
    await eventing.waitForPosition(position, [webhooks.name, SUBSCRIBERS_MODEL])
    subscribersChanged(account)
  }
