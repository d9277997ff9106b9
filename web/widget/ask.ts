// Asks the service about addresses, and leaves it alone when it cannot answer.
import type { Answer, Options } from './options.js'

/** Longer than the service takes to give up on DNS. */
const TIMEOUT_MS = 8_000
const PAUSE_MS = 10_000
const MAX_KNOWN = 50

/** @returns undefined if there is no answer: aborted, refused, too late, or not now */
export type Ask = (email: string, abort: AbortController) => Promise<Answer | undefined>

export function createAsk({ url, key }: Options): Ask {
  const endpoint = `${url.replace(/\/+$/, '')}/v1/check`
  const known = new Map<string, Answer>()
  let silentUntil = 0

  function remember(email: string, answer: Answer): Answer {
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!)
    known.set(email, answer)
    return answer
  }

  return async (email, abort) => {
    const answer = known.get(email)
    if (answer || Date.now() < silentUntil) return answer
    let late = false
    const timer = setTimeout(() => {
      late = true
      abort.abort()
    }, TIMEOUT_MS)
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
        body: JSON.stringify({ email }),
        signal: abort.signal,
      })
      if (response.ok) return remember(email, (await response.json()) as Answer)
      silentUntil = Date.now() + (await pauseAfter(response))
    } catch {
      if (late || !abort.signal.aborted) silentUntil = Date.now() + PAUSE_MS
    } finally {
      clearTimeout(timer)
    }
    return undefined
  }
}

/** Milliseconds during which it makes no sense to ask again. A key that the service refuses stays so until the page is loaded again. */
async function pauseAfter(response: Response): Promise<number> {
  const { status, headers } = response
  if (status === 429 || status >= 500) return Number(headers.get('Retry-After')) * 1_000 || PAUSE_MS
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
  // biome-ignore lint/suspicious/noConsole: whoever made the page has no other way to know
  console.warn(`mailproof: ${body?.error?.message ?? status}`)
  return body?.error && (status === 401 || status === 403) ? Number.POSITIVE_INFINITY : PAUSE_MS
}
