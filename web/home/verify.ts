import { keyProblem } from '../shared/apiKey.js'

/** What the service says about an address: both of its verdicts, with their reasons in words. */
export interface Verdict {
  readonly email: string
  readonly status: 'valid' | 'invalid' | 'unknown'
  readonly decision: 'allow' | 'deny' | 'review'
  /** What is wrong with the syntax, which is more than the reason says. */
  readonly syntax_problem: string | null
  /** The deciding one first. */
  readonly reasons: readonly { readonly code: string; readonly message: string; readonly docs_slug: string }[]
  readonly provider: string | null
  readonly did_you_mean: string | null
  readonly steps: readonly { readonly name: string; readonly outcome: string }[]
}

/** Verifies an address: with a key as that key's account, without one in the sandbox. @throws Error with a message to show */
export async function verify(email: string, key: string): Promise<Verdict> {
  const problem = keyProblem(key)
  if (problem) throw new Error(problem)
  const response = await send(email, key)
  const body = await response.json().catch(() => undefined)
  if (response.ok) return body as Verdict
  throw new Error(body?.error?.message ?? `The service answered with status ${response.status}.`)
}

async function send(email: string, key: string): Promise<Response> {
  try {
    // In a query string, the address would reach the logs of proxies.
    return await fetch('/try', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key !== '' && { 'X-API-Key': key }) },
      body: JSON.stringify({ email }),
    })
  } catch {
    throw new Error('The service does not answer. Try again in a moment.')
  }
}
