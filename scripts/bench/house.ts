import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '../../src/features/accounts/index.js'
import { makeAccounts } from '../soak/accounts.js'
import { BUILT, startServiceProcess } from '../soak/serviceProcess.js'
import { onAllCores, onFirstCore } from './cores.js'

/** A temporary directory that is removed after `use`. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-bench-'))
  try {
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * The built service on the first core, with accounts that no limit stops.
 * @param more options of node before the program, and settings that only they read; the plan, free if not said; whether
 * it may use all cores, where nobody asks it much meanwhile
 */
export async function startUnlimited(
  directory: string,
  dnsPort: number,
  accounts: number,
  more: {
    readonly words?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly plan?: Plan
    readonly allCores?: boolean
  } = {},
) {
  const env = {
    DATA_DIR: directory,
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    ACCOUNT_CREATIONS_PER_HOUR: '1000',
    ANONYMOUS_REQUESTS_PER_MINUTE: '10000000',
    WRITES_PER_MINUTE: '1000000',
    WRITES_PER_DAY: '1000000',
    NODE_ENV: 'production',
    ...more.env,
  }
  const program = [...(more.words ?? []), ...BUILT]
  const service = await startServiceProcess({ program, env, under: more.allCores ? onAllCores : onFirstCore })
  const made = await makeAccounts(service.url, directory, accounts, undefined, more.plan)
  return { ...service, keys: made.map(({ key }) => key) }
}
