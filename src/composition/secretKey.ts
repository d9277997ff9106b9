// What an operator can do about the secret key: print it, check it, replace it.
import { resolve } from 'node:path'
import { DataDirectoryError } from '../adapters/dataDirectory/error.js'
import { replaceSecret, retireSecret, secretsIn } from '../adapters/dataDirectory/secret.js'
import { createPinoLog } from '../adapters/log/pino.js'
import { type Config, ConfigError } from '../config.js'
import { iso, systemClock } from '../kernel/clock.js'
import type { RewrapProgress, VaultKeys } from '../kernel/ports/vault.js'
import { withResources } from '../kernel/resources.js'
import { openStores } from './openStores.js'

/** The secret key, in the form of SECRET_KEY. @throws DataDirectoryError when there is none yet */
export function exportSecret(config: Config): string {
  return secretOf(config).toString('base64')
}

/** @throws DataDirectoryError when there is none yet */
function secretOf({ SECRET_KEY, DATA_DIR }: Config): Buffer {
  const secret = SECRET_KEY ?? secretsIn(DATA_DIR)[0]
  if (secret) return secret
  throw new DataDirectoryError(
    `${resolve(DATA_DIR)} has no secret.key: set DATA_DIR to the data directory of the service, or set SECRET_KEY`,
  )
}

/** How many data keys the secret key opens. @throws DataDirectoryError or StoreUrlError when it is another installation's */
export const checkSecretKey = (config: Config): Promise<VaultKeys> => withVault(config, (vault) => vault.inspect())

export interface Rotated extends VaultKeys {
  /** Name of the file in DATA_DIR that has the key before, if it was in one. */
  readonly former: string | null
}

/**
 * Replaces the secret key while services run: in DATA_DIR by a new one; one that comes from the settings by the one that
 * SECRET_KEY has now. Interrupted, it resumes when it is called again.
 * @throws ConfigError when the settings do not name both keys; DataDirectoryError when there is no key
 */
export async function rotateSecretKey(config: Config, onProgress: RewrapProgress): Promise<Rotated> {
  if (config.SECRET_KEY && !config.SECRET_KEY_PREVIOUS) {
    throw new ConfigError(
      'SECRET_KEY_PREVIOUS: must be set, because the secret key comes from the settings. Set it to the present value of SECRET_KEY, and SECRET_KEY to a new one (openssl rand -base64 32); restart every process with both, then run this command again',
    )
  }
  secretOf(config)
  const isFile = config.SECRET_KEY === undefined
  if (isFile) replaceSecret(config.DATA_DIR)
  const keys = await withVault(config, (vault) => vault.rewrap(onProgress))
  const isDone = keys.unreadable === 0
  return { ...keys, former: isFile && isDone ? retireSecret(config.DATA_DIR, iso(systemClock.now())) : null }
}

async function withVault<T>(
  config: Config,
  use: (vault: Awaited<ReturnType<typeof openStores>>['vault']) => Promise<T>,
): Promise<T> {
  const log = createPinoLog(config.LOG_LEVEL)
  const stores = await withResources((closing) =>
    openStores({ config, exclusive: false, clock: systemClock, log }, closing),
  )
  try {
    return await use(stores.vault)
  } finally {
    await stores.close()
  }
}
