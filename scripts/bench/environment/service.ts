import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '../../../src/features/accounts/index.js'
import { makeAccounts } from '../../../testbed/service/accounts.js'
import { BUILT, startServiceProcess } from '../../../testbed/service/serviceProcess.js'
import { onAllCores, onFirstCore } from './cpuPinning.js'

/** A temporary directory that is removed after `use`. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-bench-'))
  try {
    return await use(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Settings of a service without limits that a benchmark could reach. */
export const unlimitedSettings = (directory: string, dnsPort: number): Readonly<Record<string, string>> => ({
  DATA_DIR: directory,
  DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  ACCOUNT_CREATIONS_PER_HOUR: '1000',
  ANONYMOUS_REQUESTS_PER_MINUTE: '10000000',
  WRITES_PER_MINUTE: '1000000',
  WRITES_PER_DAY: '1000000',
  NODE_ENV: 'production',
})

interface UnlimitedServiceOptions {
  /** Additional Node options. */
  readonly nodeOptions?: readonly string[]
  /** Additional settings. */
  readonly env?: Readonly<Record<string, string>>
  /** Plan of the accounts; default: free. */
  readonly plan?: Plan
  /** Whether it may use every core, for benchmarks that put little load on the other ones. Default: the first core only. */
  readonly allCores?: boolean
}

/** Starts the built service with accounts that no limit restricts. @returns the process and the accounts' API keys */
export async function startUnlimitedService(
  directory: string,
  dnsPort: number,
  accountCount: number,
  { nodeOptions = [], env, plan, allCores = false }: UnlimitedServiceOptions = {},
) {
  const service = await startServiceProcess({
    program: [...nodeOptions, ...BUILT],
    env: { ...unlimitedSettings(directory, dnsPort), ...env },
    commandPrefix: allCores ? onAllCores : onFirstCore,
  })
  const accounts = await makeAccounts(service.url, directory, accountCount, undefined, plan)
  return { ...service, keys: accounts.map(({ key }) => key) }
}
