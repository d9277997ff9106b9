// Soak `fairness`: small jobs beside a very large one.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, RequestOptions } from '../../testbed/callers/client.js'
import { csvForm } from '../../testbed/callers/multipart.js'
import type { Zone } from '../../testbed/dns/server.js'
import { eventually } from '../../testbed/eventually.js'
import { start } from '../../testbed/service/start.js'

interface FairnessOptions {
  /** Rows of the large job. */
  readonly rows: number
  /** Small jobs, submitted sequentially. */
  readonly tries: number
  readonly onTry?: (ms: number, processed: number) => void
}

interface FairnessReport {
  /** Time from the submission of each small job until it was completed, in milliseconds. */
  readonly times: readonly number[]
  /** Outcome of the small jobs. */
  readonly small: readonly { readonly status: string; readonly processed: number; readonly valid: number }[]
  /** Rows of the large job completed when the first small job was submitted, and when the last had ended. */
  readonly before: number
  readonly after: number
  /** Status of the large job at that time. */
  readonly status: string
}

const SMALL = 10
/** Distinct domains of the large job; more than the cache holds. */
const NAMES = 20_000
/** Of this many domains, one does not respond, one fails and one is slow. */
const ZONE_CYCLE = 4
const SLOW_MS = 1_500
const POLL_MS = 20
/** Pause between small jobs, so that each one runs next to a different part of the large job. */
const PAUSE_MS = 500
const JOB_TIMEOUT_MS = 60_000

/**
 * While a large job of one account waits for slow and unresponsive DNS, another account submits small jobs with other
 * domains, as lists and as files.
 */
export async function runFairness({ rows, tries, onTry = () => {} }: FairnessOptions): Promise<FairnessReport> {
  const service = await start({ where: 'process', zone: zone(tries) })
  try {
    const [large, small] = await service.accounts(2)
    const send = (key: string, method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
      service.request(method, path, { key, ...options })

    const upload = await send(large!.key, 'POST', '/v1/bulk/upload', csvForm(largeFile(rows)))
    const progress = async () => (await send(large!.key, 'GET', `/v1/batch/${upload.body.id}`)).body
    const { processed: before } = await eventually(progress, ({ processed }) => processed > 0)

    const times: number[] = []
    const outcomes: FairnessReport['small'][number][] = []
    for (let turn = 0; turn < tries; turn++) {
      const startedAt = performance.now()
      const accepted = await submit(turn)
      outcomes.push(await untilEnded(accepted.body.batch_id ?? accepted.body.id))
      times.push(Math.round(performance.now() - startedAt))
      onTry(times.at(-1)!, (await progress()).processed)
      await sleep(PAUSE_MS)
    }
    const { processed: after, status } = await progress()
    return { times, small: outcomes, before, after, status }

    function submit(turn: number): Promise<Answer> {
      const emails = Array.from({ length: SMALL }, (_, index) => `ada${index}@${smallName(turn, index)}`)
      return turn % 2 === 0
        ? send(small!.key, 'POST', '/v1/verify/bulk/agent', { body: { emails, async: true } })
        : send(small!.key, 'POST', '/v1/bulk/upload', csvForm(`email\n${emails.join('\n')}\n`))
    }

    async function untilEnded(batch: string): Promise<FairnessReport['small'][number]> {
      const deadline = Date.now() + JOB_TIMEOUT_MS
      for (;;) {
        const { body } = await send(small!.key, 'GET', `/v1/batch/${batch}`)
        const { status, processed, valid } = body
        if (body.completed_at !== undefined || Date.now() > deadline) return { status, processed, valid }
        await sleep(POLL_MS)
      }
    }
  } finally {
    await service.dispose()
  }
}

const smallName = (turn: number, index: number): string => `small-${turn}-${index}.mailproof.net`

const largeFile = (rows: number): string =>
  `email\n${Array.from({ length: rows }, (_, row) => `bob${row}@large-${row % NAMES}.mailproof.net`).join('\n')}\n`

function zone(tries: number): Zone {
  const good = { MX: [[10, 'mx.mailproof.net']] } as const
  const names: { [name: string]: Zone[string] } = { 'mx.mailproof.net': { A: ['93.184.215.14'] } }
  for (let name = 0; name < NAMES; name++) {
    const kinds = [{ does: 'silent' }, { does: 'servfail' }, { ...good, delayMs: SLOW_MS }] as const
    names[`large-${name}.mailproof.net`] = kinds[name % ZONE_CYCLE] ?? good
  }
  for (let turn = 0; turn < tries; turn++) {
    for (let index = 0; index < SMALL; index++) names[smallName(turn, index)] = good
  }
  return names
}
