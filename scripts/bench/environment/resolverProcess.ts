import { createResolver } from '../../../src/adapters/dns/resolver.js'

/*
 * The baseline of cold verifications: our resolver alone, with the lookups of a verification (the MX records of a
 * name, then the address of its exchange). Prints lookups per second. Arguments: port of the DNS server, concurrent
 * verifications, seconds, number of the first name.
 */
const [port, concurrency, seconds, first] = process.argv.slice(2).map(Number) as [number, number, number, number]

const WARM_UP_MS = 1_000
const resolver = createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 2_000 })
const startsAt = performance.now() + WARM_UP_MS
const endsAt = startsAt + seconds * 1_000
let nextName = first
let lookUps = 0

/** On a busy machine lookups may time out; they are not counted. */
const count = (outcome: string, name: string): void => {
  if (outcome === 'timeout') return
  if (outcome !== 'found') throw new Error(`${name}: ${outcome}`)
  const now = performance.now()
  if (now >= startsAt && now < endsAt) lookUps++
}

async function runWorker(): Promise<void> {
  while (performance.now() < endsAt) {
    const name = `n${nextName++}.mailbench.net`
    const mx = await resolver.mx(name)
    count(mx.outcome, name)
    if (mx.outcome !== 'found') continue
    const { exchange } = mx.records[0]!
    count((await resolver.a(exchange)).outcome, exchange)
  }
}

await Promise.all(Array.from({ length: concurrency }, runWorker))
await resolver.close()
console.log(lookUps / seconds)
