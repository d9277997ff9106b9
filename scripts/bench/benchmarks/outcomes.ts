// Benchmark `outcomes`: verifications of an account that reports outcomes, against one that does not.
import { join, resolve } from 'node:path'
import { startDnsServer } from '../../../testbed/dns/server.js'
import { ROOT } from '../../../testbed/files.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { type Build, startBuild } from '../environment/build.js'
import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { withDirectory } from '../environment/service.js'
import { type ClosedLoopResult, runClosedLoop } from '../load/closedLoop.js'
import { cycle, verifyRequests } from '../load/requests.js'
import { median, type Report, times } from '../report.js'

interface OutcomesOptions {
  readonly seconds: number
  readonly rounds: number
  /** Path of another built checkout, to be measured in the same rounds. */
  readonly before?: string
}

/** So many that most are verified once in a run. */
const ADDRESSES = 60_000
const CONNECTIONS = 32
const WARM_UP_SECONDS = 3
const MIN_RATIO = 0.7

interface Measured {
  readonly name: string
  readonly load: (reporting: boolean, seconds: number) => Promise<ClosedLoopResult>
  readonly stop: () => Promise<void>
}

/** One round of a build: both accounts. */
interface Round {
  readonly silent: ClosedLoopResult
  readonly reporting: ClosedLoopResult
}

/** POST /v1/verify with a warm cache by two accounts of a service, one of which has reported an outcome, in alternating rounds. */
export async function benchOutcomes(options: OutcomesOptions): Promise<Report> {
  leaveFirstCore()
  const dns = await startDnsServer(warmZone)
  try {
    return await withDirectory(async (directory) => {
      const builds = [await measured('this build', ROOT, join(directory, 'after'), dns.port)]
      if (options.before !== undefined)
        builds.unshift(await measured('before', resolve(options.before), join(directory, 'before'), dns.port))
      const rounds = await runRounds(builds, options)
      await Promise.all(builds.map(({ stop }) => stop()))
      return report(options, builds, rounds)
    })
  } finally {
    await dns.close()
  }
}

async function measured(name: string, root: string, directory: string, dnsPort: number): Promise<Measured> {
  const { service, keys } = await startBuild(root, directory, dnsPort, 2)
  await reportOutcome({ service, keys })
  const emails = warmAddresses(ADDRESSES)
  const [silent, reporting] = keys.map((key) => cycle(verifyRequests(emails, [key])))
  const { url, pid, stop } = service
  return {
    name,
    stop: async () => void (await stop()),
    load: (isReporting, seconds) =>
      runClosedLoop({
        url,
        pid,
        next: isReporting ? reporting! : silent!,
        isGood: ({ status, body }) => status === 200 && body.includes('"status":"valid"'),
        connections: CONNECTIONS,
        seconds,
      }),
  }
}

/** Makes the second account one that reports outcomes. */
async function reportOutcome({ service: { url }, keys }: Build): Promise<void> {
  const response = await fetch(`${url}/v1/outcomes`, {
    method: 'POST',
    headers: { 'X-API-Key': keys[1]!, 'Content-Type': 'application/json' },
    body: JSON.stringify({ outcomes: [{ email: 'nobody@example.com', outcome: 'delivered' }] }),
  })
  if (!response.ok) throw new Error(`The outcome was not recorded: ${await response.text()}`)
}

async function runRounds(builds: readonly Measured[], { seconds, rounds }: OutcomesOptions): Promise<Round[][]> {
  const results: Round[][] = builds.map(() => [])
  for (const { load } of builds) for (const reporting of [false, true]) await load(reporting, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    for (const [index, { load }] of builds.entries()) {
      const reportsFirst = round % 2 === 1
      const first = await load(reportsFirst, seconds)
      const second = await load(!reportsFirst, seconds)
      const [silent, reporting] = reportsFirst ? [second, first] : [first, second]
      results[index]!.push({ silent, reporting })
    }
  }
  return results
}

function report(
  { seconds, rounds, before }: OutcomesOptions,
  builds: readonly Measured[],
  measured: Round[][],
): Report {
  const figures = builds.map(({ name }, index) => {
    const of = measured[index]!
    const ratioOf = (value: (round: Round) => number) => median(of.map(value))
    return {
      name,
      silent: ratioOf(({ silent }) => silent.perSecond),
      reporting: ratioOf(({ reporting }) => reporting.perSecond),
      ratio: ratioOf(({ silent, reporting }) => reporting.perSecond / silent.perSecond),
      cpuRatio: ratioOf(({ silent, reporting }) => reporting.cpuUs / silent.cpuUs),
    }
  })
  return {
    benchmark: 'Verifications of an account that reports outcomes ÷ of one that does not',
    settings: {
      pinning,
      ...(before !== undefined && { before }),
      rounds: `${rounds} of ${seconds} s for each account, alternating; medians`,
      connections: CONNECTIONS,
    },
    columns: ['', 'silent, requests/s', 'reporting, requests/s', 'ratio', 'CPU ratio'],
    rows: figures.map(({ name, silent, reporting, ratio, cpuRatio }) => [
      name,
      silent,
      reporting,
      times(ratio),
      times(cpuRatio),
    ]),
    targets: [{ what: 'this build, reporting ÷ silent', measured: figures.at(-1)!.ratio, atLeast: MIN_RATIO }],
  }
}
