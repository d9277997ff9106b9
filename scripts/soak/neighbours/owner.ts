// The owner of an account whose publishable key is abused, who goes on verifying with a secret key.
import { setTimeout as sleep } from 'node:timers/promises'
import { WARM_DOMAINS } from './hostileZone.js'

/** What the owner got during an attack. */
export interface Owned {
  readonly count: number
  /** Other responses than 200. */
  readonly failed: number
  /** Share of the month's addresses that is left, 0 to 1. */
  readonly left: number
}

const EVERY_MS = 200
const TIMEOUT_MS = 10_000

/** Begins to verify as the owner. @returns a function that stops and says what happened */
export function startOwner(url: string, key: string): () => Promise<Owned> {
  const ending = new AbortController()
  let count = 0
  let failed = 0

  async function ask(path: string, body?: object): Promise<Response> {
    return fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  async function verify(): Promise<void> {
    count++
    const status = await ask('/v1/verify', { email: `owner${count}@${WARM_DOMAINS[0]}` }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status !== 200) failed++
  }

  const running = (async () => {
    while (!ending.signal.aborted) {
      await verify()
      await sleep(EVERY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  })()

  return async () => {
    ending.abort()
    await running
    const { limit, remaining } = ((await (await ask('/v1/stats')).json()) as Stats).current_month
    return { count, failed, left: remaining / limit }
  }
}

interface Stats {
  readonly current_month: { readonly limit: number; readonly remaining: number }
}
