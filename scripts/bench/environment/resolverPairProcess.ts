import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Resolver } from '../../../src/kernel/ports/resolver.js'
import { median } from '../report.js'

/*
 * Compares the resolvers of two built checkouts in one process, in alternating slices, so that both run under the same
 * conditions, with the lookups of a verification (the MX records of a name, then the address of its exchange). Prints
 * a `PairResult` as one line of JSON. Arguments: port of the DNS server, concurrent verifications, slices, milliseconds
 * per slice, the folders of both checkouts.
 */
const [port, concurrency, slices, sliceMs] = process.argv.slice(2, 6).map(Number) as [number, number, number, number]
const [before, after] = process.argv.slice(6) as [string, string]

export interface PairResult {
  /** Look-ups per second, medians. */
  readonly before: number
  readonly after: number
  /** After ÷ before, the median over pairs of slices. */
  readonly rateRatio: number
  /** CPU per lookup in microseconds, medians, and the median of the ratios. */
  readonly cpuBefore: number
  readonly cpuAfter: number
  readonly cpuRatio: number
}

interface Slice {
  readonly rate: number
  readonly cpuUs: number
}

type ResolverModule = typeof import('../../../src/adapters/dns/resolver.js')

async function openResolver(checkout: string): Promise<Resolver> {
  const { href } = pathToFileURL(resolve(checkout, 'dist/adapters/dns/resolver.js'))
  const { createResolver }: ResolverModule = await import(href)
  return createResolver({ servers: [{ address: '127.0.0.1', port }], timeoutMs: 2_000 })
}

let nextName = 0

async function runSlice(resolver: Resolver): Promise<Slice> {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  let lookUps = 0
  /** On a busy machine lookups may time out; they are not counted. */
  const count = (outcome: string): void => {
    if (outcome === 'found') lookUps++
    else if (outcome !== 'timeout') throw new Error(outcome)
  }
  const runWorker = async (): Promise<void> => {
    while (performance.now() < startedAt + sliceMs) {
      const mx = await resolver.mx(`n${nextName++ % 500_000}.mailbench.net`)
      count(mx.outcome)
      if (mx.outcome === 'found') count((await resolver.a(mx.records[0]!.exchange)).outcome)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  const { user, system } = process.cpuUsage(cpuBefore)
  return { rate: (lookUps / (performance.now() - startedAt)) * 1_000, cpuUs: (user + system) / lookUps }
}

const WARM_UP_SLICES = 4
const resolvers = [await openResolver(before), await openResolver(after)] as const
const results: [Slice[], Slice[]] = [[], []]
for (let slice = -WARM_UP_SLICES; slice < slices; slice++) {
  for (const index of slice % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
    const result = await runSlice(resolvers[index])
    if (slice >= 0) results[index].push(result)
  }
}
await Promise.all(resolvers.map((resolver) => resolver.close()))

const [first, second] = results
const ratioOf = (value: (slice: Slice) => number): number =>
  median(second.map((slice, index) => value(slice) / value(first[index]!)))
const result: PairResult = {
  before: median(first.map(({ rate }) => rate)),
  after: median(second.map(({ rate }) => rate)),
  rateRatio: ratioOf(({ rate }) => rate),
  cpuBefore: median(first.map(({ cpuUs }) => cpuUs)),
  cpuAfter: median(second.map(({ cpuUs }) => cpuUs)),
  cpuRatio: ratioOf(({ cpuUs }) => cpuUs),
}
console.log(JSON.stringify(result))
