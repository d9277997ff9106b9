import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '../../test/support/client.js'
import { warmAddresses } from './addresses.js'

const ADDRESSES = 100_000

/** Verifies and shares new addresses at a steady rate. @throws Error if one is not contributed */
export function shareMeanwhile(given: { readonly url: string; readonly key: string; readonly perSecond: number }) {
  const { request, close } = client(given.url)
  const emails = warmAddresses(ADDRESSES)
  let count = 0
  let ended = false

  const driving = (async () => {
    const began = performance.now()
    while (!ended) {
      const body = { email: emails[count++]!, share_signals: true }
      const { text, body: verdict } = await request('POST', '/v1/verify', { key: given.key, body })
      if (verdict.unique_contribution !== true) throw new Error(`not contributed: ${text}`)
      await sleep(Math.max(0, began + (count * 1_000) / given.perSecond - performance.now()))
    }
  })()
  driving.catch(() => {})

  return {
    /** @returns the number of contributions */
    async end(): Promise<number> {
      ended = true
      await driving
      close()
      return count
    },
  }
}
