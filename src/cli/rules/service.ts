// The service that `mailproof rules` asks.
import { createClient, type Mailproof } from '../../client/index.js'
import { UsageError } from '../output.js'

export interface ServiceOptions {
  readonly url: string
}

/** @throws UsageError without a key */
export function serviceAt({ url }: ServiceOptions): Mailproof {
  const apiKey = process.env.MAILPROOF_API_KEY
  if (!apiKey) throw new UsageError('Set MAILPROOF_API_KEY to a key with the scope rules.')
  return createClient({ baseUrl: url.replace(/\/+$/, ''), apiKey })
}
