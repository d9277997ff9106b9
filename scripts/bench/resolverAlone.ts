import { createResolver } from '../../src/adapters/dns/resolver.js'

/*
 * Our resolver with nothing around it, asked as a verification asks it: the MX of a name, then the address of its
 * exchange. Prints look-ups a second. Arguments: port, look-ups in flight, seconds, the first name's number.
 */
const [port, inFlight, seconds, first] = process.argv.slice(2).map(Number) as [number, number, number, number]

const WARM_UP_MS = 1_000
const resolver = createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 2_000 })
const began = performance.now() + WARM_UP_MS
const ends = began + seconds * 1_000
let next = first
let lookUps = 0

/** On a busy machine look-ups may time out; they are not counted. */
const count = (outcome: string, name: string): void => {
  if (outcome === 'timeout') return
  if (outcome !== 'found') throw new Error(`${name}: ${outcome}`)
  const now = performance.now()
  if (now >= began && now < ends) lookUps++
}

async function ask(): Promise<void> {
  while (performance.now() < ends) {
    const name = `n${next++}.mailbench.net`
    const mx = await resolver.mx(name)
    count(mx.outcome, name)
    if (mx.outcome !== 'found') continue
    const { exchange } = mx.records[0]!
    count((await resolver.a(exchange)).outcome, exchange)
  }
}

await Promise.all(Array.from({ length: inFlight }, ask))
await resolver.close()
console.log(lookUps / seconds)
