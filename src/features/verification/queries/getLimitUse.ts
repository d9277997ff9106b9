import type { Eventing } from '../../../eventing/eventing.js'
import { type LimitUse, limitOf } from '../limitNotices.js'

/** The highest percentage of a month's quota that an account was told of; undefined below the first. */
export type GetLimitUse = (account: string, month: string) => Promise<LimitUse | undefined>

export const createGetLimitUse =
  ({ eventing }: { readonly eventing: Eventing }): GetLimitUse =>
  async (account, month) =>
    (await eventing.load(limitOf(account, month))).state
