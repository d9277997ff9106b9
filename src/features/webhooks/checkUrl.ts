import { Failure } from '../../kernel/failure.js'
import type { Outbound } from '../../kernel/ports/outbound.js'

export type CheckUrl = ReturnType<typeof createCheckUrl>

/** A URL is checked when it is given, and again at each attempt. @throws Failure WEBHOOK_URL_NOT_ALLOWED */
export const createCheckUrl =
  ({ outbound }: { readonly outbound: Outbound }) =>
  async (url: string): Promise<void> => {
    const problem = await outbound.problemOf(url)
    if (problem !== undefined) {
      throw new Failure('WEBHOOK_URL_NOT_ALLOWED', problem, [{ path: '/url', message: problem }])
    }
  }
