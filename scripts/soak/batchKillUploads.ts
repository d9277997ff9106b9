// Kills the service while it accepts uploads.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { csvForm } from '../../testbed/callers/multipart.js'
import { openRaw, type RawAnswer, type RawConnection } from '../../testbed/callers/rawHttp.js'
import type { Chance } from '../../testbed/chance.js'
import type { KnownList } from '../../testbed/given/knownList.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import type { Account } from '../../testbed/service/service.js'

interface UploadKills {
  /** One account per upload. */
  readonly accounts: readonly Account[]
  readonly list: KnownList
  readonly chance: Chance
  /** Duration of an undisturbed upload. */
  readonly uploadMs: number
  readonly onKill: (what: string) => void
}

/**
 * Kills the service while it receives, parses and accepts files, and restarts it each time.
 * @returns the batches that were acknowledged despite the kill
 */
export async function killUploads(
  service: ProcessService,
  { accounts, list, chance, uploadMs, onKill }: UploadKills,
): Promise<ReadonlyMap<Account, string>> {
  const acknowledged = new Map<Account, string>()
  for (const [index, account] of accounts.entries()) {
    const connection = await openRaw(service.url)
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
    if (index % 3 === 0) await untilSpooled(service)
    else {
      connection.write(body.subarray(half))
      await sleep(chance.between(0, Math.ceil(1.5 * uploadMs)))
    }
    await service.kill()
    const response = await responseOf(connection)
    onKill(`upload ${index + 1} ${index % 3 === 0 ? 'half sent' : 'sent'}, response: ${response?.status ?? 'none'}`)
    if (response) acknowledged.set(account, JSON.parse(response.text).id)
    await service.start()
  }
  return acknowledged
}

/** Waits until the file is being written to disk. */
async function untilSpooled({ place }: ProcessService): Promise<void> {
  while (!(await readdir(join(place.directory, 'blobs'))).some((file) => file.endsWith('.tmp'))) await sleep(1)
}

/** @returns undefined if there was no response */
async function responseOf(connection: RawConnection): Promise<RawAnswer | undefined> {
  await connection.ended
  return connection.answer()
}
