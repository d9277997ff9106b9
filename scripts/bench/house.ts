import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAccounts } from '../soak/accounts.js'
import { BUILT, startServiceProcess } from '../soak/serviceProcess.js'
import { onFirstCore } from './cores.js'

/** A directory that is gone when `use` is done. */
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
 * @param preload options of node before the program, and settings that only they read
 */
export async function startUnlimited(
  directory: string,
  dnsPort: number,
  accounts: number,
  preload: { readonly words?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const env = {
    DATA_DIR: directory,
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    ACCOUNT_CREATIONS_PER_HOUR: '1000',
    NODE_ENV: 'production',
    ...preload.env,
  }
  const program = [...(preload.words ?? []), ...BUILT]
  const service = await startServiceProcess({ program, env, under: onFirstCore })
  const made = await makeAccounts(service.url, directory, accounts)
  return { ...service, keys: made.map(({ key }) => key) }
}
