import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../test/support/journal.js'
import type { KnownList } from '../../test/support/knownList.js'
import { csvForm } from '../../test/support/multipart.js'
import { openRaw, type RawAnswer, type RawConnection } from '../../test/support/rawHttp.js'
import type { MadeAccount } from './accounts.js'
import type { Victim } from './killableService.js'

export interface UploadKills {
  /** One for each upload. */
  readonly accounts: readonly MadeAccount[]
  readonly list: KnownList
  readonly chance: Chance
  /** Duration of an undisturbed upload. */
  readonly uploadMs: number
  readonly onKill: (what: string) => void
}

/**
 * Kills the process while files arrive, are parsed and are accepted, and starts it again.
 * @returns the batches that were acknowledged all the same
 */
export async function killUploads(
  victim: Victim,
  { accounts, list, chance, uploadMs, onKill }: UploadKills,
): Promise<ReadonlyMap<MadeAccount, string>> {
  const acknowledged = new Map<MadeAccount, string>()
  for (const [turn, account] of accounts.entries()) {
    const connection = await openRaw(victim.program.url)
    const { body, headers } = csvForm(list.csv)
    connection.write(
      [
        'POST /v1/bulk/upload HTTP/1.1',
        'Host: localhost',
        `X-API-Key: ${account.key}`,
        `Content-Type: ${headers['Content-Type']}`,
        `Content-Length: ${body.length}`,
        '\r\n',
      ].join('\r\n'),
    )
    const half = Math.floor(body.length / 2)
    connection.write(body.subarray(0, half))
    if (turn % 3 === 0) await untilSpooled(victim)
    else {
      connection.write(body.subarray(half))
      await sleep(chance.between(0, Math.ceil(1.5 * uploadMs)))
    }
    await victim.end('SIGKILL')
    const answer = await answerOf(connection)
    onKill(`upload ${turn + 1} ${turn % 3 === 0 ? 'half sent' : 'sent'}, answered ${answer?.status ?? 'nothing'}`)
    if (answer) acknowledged.set(account, JSON.parse(answer.text).id)
    await victim.start()
  }
  return acknowledged
}

/** Waits until the file is being written to disk. */
async function untilSpooled({ directory }: Victim): Promise<void> {
  while (!(await readdir(join(directory, 'blobs'))).some((file) => file.endsWith('.tmp'))) await sleep(1)
}

/** undefined if there was no response. */
async function answerOf(connection: RawConnection): Promise<RawAnswer | undefined> {
  await connection.ended
  return connection.answer()
}
