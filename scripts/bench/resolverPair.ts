import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Resolver } from '../../src/kernel/ports/resolver.js'
import { median } from './report.js'

/*
 * The resolvers of two built checkouts, in one process and in turn, slice by slice, so that both meet the same machine.
 * Each is asked as a verification asks it: the MX of a name, then the address of its exchange. Prints one line of JSON.
 * Arguments: port of the DNS server, look-ups in flight, slices, milliseconds of a slice, the folders of both checkouts.
 */
const [port, inFlight, slices, sliceMs] = process.argv.slice(2, 6).map(Number) as [number, number, number, number]
const [before, after] = process.argv.slice(6) as [string, string]

export interface PairResult {
  /** Look-ups a second, medians. */
  readonly before: number
  readonly after: number
  /** After ÷ before, the median over pairs of slices. */
  readonly rateRatio: number
  /** Microseconds of CPU a look-up, medians, and the median of their ratios. */
  readonly cpuBefore: number
  readonly cpuAfter: number
  readonly cpuRatio: number
}

interface Slice {
  readonly rate: number
  readonly cpuUs: number
}

type Module = typeof import('../../src/adapters/dns/resolver.js')

async function open(checkout: string): Promise<Resolver> {
  const { href } = pathToFileURL(resolve(checkout, 'dist/adapters/dns/resolver.js'))
  const { createResolver }: Module = await import(href)
  return createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 2_000 })
}

let next = 0

async function run(resolver: Resolver): Promise<Slice> {
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  let lookUps = 0
  /** On a busy machine look-ups may time out; they are not counted. */
  const count = (outcome: string): void => {
    if (outcome === 'found') lookUps++
    else if (outcome !== 'timeout') throw new Error(outcome)
  }
  const ask = async (): Promise<void> => {
    while (performance.now() < began + sliceMs) {
      const mx = await resolver.mx(`n${next++ % 500_000}.mailbench.net`)
      count(mx.outcome)
      if (mx.outcome === 'found') count((await resolver.a(mx.records[0]!.exchange)).outcome)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, ask))
  const { user, system } = process.cpuUsage(cpuBefore)
  return { rate: (lookUps / (performance.now() - began)) * 1_000, cpuUs: (user + system) / lookUps }
}

const WARM_UP = 4
const pair = [await open(before), await open(after)] as const
const measured: [Slice[], Slice[]] = [[], []]
for (let slice = -WARM_UP; slice < slices; slice++) {
  for (const which of slice % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
    const result = await run(pair[which])
    if (slice >= 0) measured[which].push(result)
  }
}
await Promise.all(pair.map((resolver) => resolver.close()))

const [first, second] = measured
const ratioOf = (figure: (slice: Slice) => number): number =>
  median(second.map((slice, index) => figure(slice) / figure(first[index]!)))
const result: PairResult = {
  before: median(first.map(({ rate }) => rate)),
  after: median(second.map(({ rate }) => rate)),
  rateRatio: ratioOf(({ rate }) => rate),
  cpuBefore: median(first.map(({ cpuUs }) => cpuUs)),
  cpuAfter: median(second.map(({ cpuUs }) => cpuUs)),
  cpuRatio: ratioOf(({ cpuUs }) => cpuUs),
}
console.log(JSON.stringify(result))
