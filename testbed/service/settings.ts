import { randomBytes } from 'node:crypto'

/** Settings as environment variables. */
export type Settings = Readonly<Record<string, string>>

/** The public base URL of a service in this process: the prefix of links that leave it. */
export const BASE_URL = 'https://mailproof.test'

/** Limits per client address and per account that no test reaches unless it sets them. */
export const NO_LIMITS: Settings = {
  ACCOUNT_CREATIONS_PER_HOUR: '1000000',
  WRITES_PER_MINUTE: '1000000',
  WRITES_PER_DAY: '1000000',
}

/** A new SECRET_KEY. */
export const newSecret = (): string => randomBytes(32).toString('base64')
