// The service that `mailproof rules` asks.
import { createClient, type Mailproof } from '../../client/index.js'
import { parseBaseUrl, parseKey } from '../service.js'

export interface ServiceOptions {
  readonly url: string
}

/** @throws UsageError without a key or URL */
export function serviceAt({ url }: ServiceOptions): Mailproof {
  return createClient({ baseUrl: parseBaseUrl(url).href, apiKey: parseKey(process.env.MAILPROOF_API_KEY, 'rules') })
}
