// Starts a build of a checkout, which may be of another release.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServiceProcess } from '../../../testbed/service/process.js'
import type { Settings } from '../../../testbed/service/settings.js'
import { start } from '../../../testbed/service/start.js'
import { programOf } from './checkout.js'
import { onFirstCore } from './cpuPinning.js'

const UNLIMITED = '999999999'

export interface Build {
  readonly service: Pick<ServiceProcess, 'url' | 'pid' | 'stop'>
  readonly keys: readonly string[]
}

/** Starts a build by its own start command, and lifts its accounts' limits with its own CLI. */
export async function startBuild(
  root: string,
  directory: string,
  dnsPort: number,
  accounts: number,
  settings: Settings = {},
): Promise<Build> {
  const env = {
    DATA_DIR: directory,
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    ...settings,
  }
  const program = programOf(root)
  const main = program.at(-1)!
  const service = await start({ where: 'process', limited: true, program, env, commandPrefix: onFirstCore })
  const { request } = service
  const keys: string[] = []
  for (let account = 0; account < accounts; account++) {
    const { body } = await request('POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
    const limits = ['--per-minute', UNLIMITED, '--per-month', UNLIMITED]
    await promisify(execFile)(process.execPath, [main, 'accounts', 'set-limits', body.account.id, ...limits], { env })
    while ((await request('GET', '/v1/stats', { key: body.api_key })).body.current_month.limit !== Number(UNLIMITED));
    keys.push(body.api_key)
  }
  const { url, pid } = service.apis[0]!
  return { service: { url, pid, stop: service.stop }, keys }
}
