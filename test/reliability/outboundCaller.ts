/**
 * A process that posts once to a URL of loopback, in the given environment, and prints the outcome:
 * `outboundCaller.ts <url>`
 */
import { createOutbound } from '../../src/adapters/outbound/outbound.js'

const none = async () => ({ outcome: 'no_name', ttl: 60 }) as const
const outbound = createOutbound({ resolver: { a: none, aaaa: none }, allowedSubnets: ['127.0.0.0/8'] })
const outcome = await outbound.post(process.argv[2]!, { headers: {}, body: '{}', timeoutMs: 20_000 })
await outbound.close()
process.stdout.write(JSON.stringify(outcome))
