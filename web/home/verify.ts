/** A verdict of `POST /v1/verify` with `debug`. */
export interface Verdict {
  readonly email: string
  readonly status: 'valid' | 'invalid' | 'unknown'
  readonly reason?: string
  /** Accepted although DNS failed. */
  readonly is_known_valid_fallback: boolean
  readonly is_dns_fallback: boolean
  readonly checks: Readonly<Record<'mx' | 'disposable' | 'role' | 'free', boolean>>
  readonly metadata: { readonly provider?: string; readonly did_you_mean?: string }
  readonly debug?: { readonly steps: readonly { name: string; outcome: string; ms: number }[] }
}

/** Verifies an address: with a key as that key's account, without one in the sandbox. @throws Error with a message to show */
export async function verify(email: string, key: string): Promise<Verdict> {
  const response = await send(email, key)
  const body = await response.json().catch(() => undefined)
  if (response.ok) return body as Verdict
  throw new Error(body?.error?.message ?? `The service answered with status ${response.status}.`)
}

async function send(email: string, key: string): Promise<Response> {
  try {
    if (key === '') return await fetch(`/try?${new URLSearchParams({ email })}`)
    return await fetch('/v1/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
      body: JSON.stringify({ email, debug: true }),
    })
  } catch {
    throw new Error('The service does not answer. Try again in a moment.')
  }
}
