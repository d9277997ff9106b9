import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../../testbed/callers/client.js'
import { warmAddresses } from '../datasets/warmAddresses.js'

const ADDRESSES = 100_000

interface SharingOptions {
  readonly url: string
  readonly key: string
  readonly perSecond: number
  /** Index of the first address; those before it are already in the pool. Default: 0. */
  readonly from?: number
}

/** Verifies and shares new addresses at a constant rate. `stop` throws an Error if one was not contributed. */
export function startBackgroundSharing({ url, key, perSecond, from = 0 }: SharingOptions) {
  const { request, close } = client(url)
  const emails = warmAddresses(from + ADDRESSES)
  let count = 0
  let stopped = false

  const sending = (async () => {
    const startedAt = performance.now()
    while (!stopped) {
      const { text, body } = await request('POST', '/v1/verify', {
        key,
        body: { email: emails[from + count++]!, share_signals: true },
      })
      if (body.unique_contribution !== true) throw new Error(`A shared verification was not contributed: ${text}`)
      await sleep(Math.max(0, startedAt + (count * 1_000) / perSecond - performance.now()))
    }
  })()
  sending.catch(() => {})

  return {
    /** @returns the number of contributions */
    async stop(): Promise<number> {
      stopped = true
      await sending
      close()
      return count
    },
  }
}
