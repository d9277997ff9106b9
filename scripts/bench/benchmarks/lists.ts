// Benchmark `lists`: newer lists, and the former ones again, while single verifications are answered.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../../../testbed/eventually.js'
import { changedLists } from '../../../testbed/lists/listFiles.js'
import { BUILT } from '../../../testbed/service/program.js'
import { start } from '../../../testbed/service/start.js'
import { warmAddresses, warmZone } from '../datasets/warmAddresses.js'
import { leaveFirstCore, onFirstCore, pinning } from '../environment/cpuPinning.js'
import { withDirectory } from '../environment/service.js'
import { runClosedLoop } from '../load/closedLoop.js'
import { cycle, requestBytes } from '../load/requests.js'
import type { HttpResponse } from '../load/responseReader.js'
import { median, type Report } from '../report.js'

interface ListsOptions {
  readonly connections: number
}

const ADDRESSES = 400
const MIN_PER_SECOND = 2_000
const WARM_UP_SECONDS = 3
const VERSION = /"name":"lists","outcome":"([^"]+)"/

/** One of so many requests asks for the trace, which names the lists. */
const TRACED = 4

/**
 * An update and a rollback by the operator's command, under load. The update calls every domain disposable that is asked for, so
 * a verdict tells which lists it comes from, and a trace which ones were in use. The first failed or mixed answer ends it.
 */
export async function benchLists({ connections }: ListsOptions): Promise<Report> {
  leaveFirstCore()
  const emails = warmAddresses(ADDRESSES)
  const domains = new Set(emails.map((email) => email.slice(email.indexOf('@') + 1)))
  return withDirectory(async (directory) => {
    const newer = join(directory, 'newer.txt')
    await writeFile(
      newer,
      changedLists((lines) => [...lines, ...[...domains].map((domain) => `${domain} d`)]),
    )
    const service = await start({ where: 'process', program: BUILT, zone: warmZone, commandPrefix: onFirstCore })
    try {
      const { key } = await service.account()
      const lists = async (...words: string[]): Promise<string> => {
        const { code, stdout, stderr } = await service.operate('lists', ...words, '--json')
        if (code !== 0) throw new Error(`lists ${words.join(' ')}: ${stdout}${stderr}`)
        return JSON.parse(stdout).version
      }
      const former = await lists('status')
      let verdicts = { former: 0, newer: 0 }
      let current = former
      const isGood = ({ status, body }: HttpResponse): boolean => {
        const text = body.toString()
        const isNewer = text.includes('"disposable":true')
        verdicts[isNewer ? 'newer' : 'former']++
        const version = VERSION.exec(text)?.[1]
        current = version ?? current
        return status === 200 && (version === undefined || isNewer === (version !== former))
      }
      const load = {
        url: service.apis[0]!.url,
        next: cycle(
          emails.map((email, at) => requestBytes('/v1/verify', { key, body: { email, debug: at % TRACED === 0 } })),
        ),
        isGood,
        connections,
      }
      const change = async (...words: string[]): Promise<number> => {
        const version = await lists(...words)
        const installedAt = performance.now()
        await eventually(
          () => current,
          (used) => used === version,
        )
        return performance.now() - installedAt
      }
      await runClosedLoop({ ...load, seconds: WARM_UP_SECONDS })
      verdicts = { former: 0, newer: 0 }
      let isOver = false
      const changing = (async () => [await change('update', '--from', newer), await change('rollback')])().finally(
        () => {
          isOver = true
        },
      )
      // A failure is thrown by the await below, once the load has ended.
      changing.catch(() => {})
      const rates: number[] = []
      while (!isOver) rates.push((await runClosedLoop({ ...load, seconds: 1 })).perSecond)
      return report(connections, { rates, verdicts, delays: await changing })
    } finally {
      await service.stop()
    }
  })
}

interface Measured {
  /** Verifications in each second. */
  readonly rates: readonly number[]
  readonly verdicts: { readonly former: number; readonly newer: number }
  /** Milliseconds from the end of the command to the first verdict by its lists. */
  readonly delays: readonly number[]
}

function report(connections: number, { rates, verdicts, delays }: Measured): Report {
  return {
    benchmark: 'Lists that are updated and rolled back under load',
    settings: { pinning, connections, seconds: rates.length },
    columns: ['', ''],
    rows: [
      ['verifications/s, median', median(rates)],
      ['verifications/s, the slowest second', Math.min(...rates)],
      ['verdicts by the former lists', verdicts.former],
      ['verdicts by the newer lists', verdicts.newer],
      ['update in use after, ms', delays[0]!],
      ['rollback in use after, ms', delays[1]!],
    ],
    targets: [{ what: 'verifications/s, median', measured: median(rates), atLeast: MIN_PER_SECOND }],
    notes: [`${verdicts.former + verdicts.newer} verdicts, none of which failed or mixed two versions`],
  }
}
