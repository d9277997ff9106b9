import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * A resolver with nothing around it, asked as a verification asks it: the MX of a name, then the address of its
 * exchange. Prints look-ups a second, and after a space microseconds of CPU for each. Arguments: port, look-ups in
 * flight, seconds, the first name's number, and the folder of a built checkout if its resolver is to be measured and
 * not this one's source.
 */
const [port, inFlight, seconds, first] = process.argv.slice(2, 6).map(Number) as [number, number, number, number]
const checkout = process.argv[6]

type Module = typeof import('../../src/adapters/dns/resolver.js')
const { createResolver }: Module = checkout
  ? await import(pathToFileURL(resolve(checkout, 'dist/adapters/dns/resolver.js')).href)
  : await import('../../src/adapters/dns/resolver.js')

const WARM_UP_MS = 1_000
const resolver = createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 2_000 })
const began = performance.now() + WARM_UP_MS
const ends = began + seconds * 1_000
let next = first
let lookUps = 0
let cpuBefore = process.cpuUsage()
setTimeout(() => {
  cpuBefore = process.cpuUsage()
}, WARM_UP_MS)

/** On a busy machine the DNS server may be kept waiting for longer than a look-up has: that is only not counted. */
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
const cpu = process.cpuUsage(cpuBefore)
await resolver.close()
console.log(`${lookUps / seconds} ${(cpu.user + cpu.system) / lookUps}`)
