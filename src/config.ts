// Reads the settings from the environment, once.
import { readFileSync } from 'node:fs'
import { FROM_FILE, type Name, SETTINGS, type Setting, type Values } from './config/settings.js'
import { systemServers } from './kernel/net/serverAddress.js'
import { isWithin } from './kernel/within.js'

export { DEFAULT_STREAM_PREFIX } from './config/settings.js'

/** A setting has an invalid value. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Environment = { readonly [name: string]: string | undefined }

/** Checks that the settings fit together. @throws ConfigError */
function requireConsistent(values: Values): void {
  const { ROLE, MONGODB_URL, KURRENTDB_URL, SECRET_KEY, SECRET_KEY_PREVIOUS, BACKUP_DIR, BACKUP_EVERY } = values
  const { MAILBOX_CHECKS, MAILBOX_EHLO_NAME, SMTP_URL, SMTP_FROM } = values
  if (KURRENTDB_URL && !MONGODB_URL) {
    throw new ConfigError(
      `KURRENTDB_URL: needs MONGODB_URL, which stores everything but the event log. Example: MONGODB_URL=${SETTINGS.MONGODB_URL.example}`,
    )
  }
  if (MONGODB_URL && !SECRET_KEY) {
    throw new ConfigError(
      `SECRET_KEY: must be set if MONGODB_URL is set, to the same value in every process. Example: SECRET_KEY=${SETTINGS.SECRET_KEY.example}`,
    )
  }
  if (SECRET_KEY_PREVIOUS && !SECRET_KEY) {
    throw new ConfigError(
      `SECRET_KEY_PREVIOUS: needs SECRET_KEY, the key that replaces it. Example: SECRET_KEY=${SETTINGS.SECRET_KEY.example}`,
    )
  }
  if (BACKUP_EVERY !== undefined && !BACKUP_DIR) {
    throw new ConfigError(
      `BACKUP_EVERY: needs BACKUP_DIR, the directory of the backups. Example: BACKUP_DIR=${SETTINGS.BACKUP_DIR.example}`,
    )
  }
  if (BACKUP_DIR && isWithin(BACKUP_DIR, values.DATA_DIR)) {
    throw new ConfigError(
      `BACKUP_DIR: ${JSON.stringify(BACKUP_DIR)} is in DATA_DIR, and would be lost with it. Example: BACKUP_DIR=${SETTINGS.BACKUP_DIR.example}`,
    )
  }
  for (const name of ['ARCHIVE_BUCKET_KEY_ID', 'ARCHIVE_BUCKET_SECRET'] as const) {
    if (values.ARCHIVE_BUCKET && !values[name])
      throw new ConfigError(`${name}: must be set if ARCHIVE_BUCKET is set. Example: ${name}=${SETTINGS[name].example}`)
  }
  if (MAILBOX_CHECKS === 'on' && !MAILBOX_EHLO_NAME) {
    throw new ConfigError(
      `MAILBOX_EHLO_NAME: must be set if MAILBOX_CHECKS is on, because mail servers want to know who asks. Example: MAILBOX_EHLO_NAME=${SETTINGS.MAILBOX_EHLO_NAME.example}`,
    )
  }
  if (SMTP_URL && !SMTP_FROM) {
    throw new ConfigError(`SMTP_FROM: must be set if SMTP_URL is set. Example: SMTP_FROM=${SETTINGS.SMTP_FROM.example}`)
  }
  if (ROLE !== 'all' && !MONGODB_URL) {
    throw new ConfigError(
      `ROLE: "${ROLE}" is for deployments of several processes, which need MONGODB_URL. Example: ROLE=all`,
    )
  }
}

export type Config = ReturnType<typeof loadConfig>

/** Reads every setting once. @throws ConfigError */
export function loadConfig(environment: Environment = process.env) {
  const values = {} as Record<Name, unknown>
  for (const name of Object.keys(SETTINGS) as Name[]) values[name] = read(name, environment)
  const parsed = values as unknown as Values
  requireConsistent(parsed)
  return Object.freeze({
    ...parsed,
    DNS_SERVERS: parsed.DNS_SERVERS ?? systemServers(),
  })
}

function read(name: Name, environment: Environment): unknown {
  const setting: Setting = SETTINGS[name]
  const text = environmentValue(name, environment) ?? setting.default
  if (text === undefined) return undefined
  const result = setting.schema.safeParse(text)
  if (result.success) return result.data
  const shown = isSecret(setting, text) ? 'its value' : JSON.stringify(text.slice(0, 60))
  throw new ConfigError(`${name}: ${shown} ${result.error.issues[0]?.message}. Example: ${name}=${setting.example}`)
}

/** A URL may have a user and a password, also where none is accepted; passwords that are not encoded may have slashes. */
const isSecret = ({ secret }: Setting, text: string): boolean => secret === true || /:\/\/[^/]*(:.*)?@/.test(text)

function environmentValue(name: Name, environment: Environment): string | undefined {
  const file = FROM_FILE.includes(name) ? environment[`${name}_FILE`] : undefined
  if (!file) return given(name, environment)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(
      `${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Example: ${name}_FILE=/run/secrets/${name.toLowerCase()}`,
    )
  }
}

/** An empty value unsets an optional setting. One with a default is refused: the default would apply unnoticed. */
function given(name: Name, environment: Environment): string | undefined {
  const text = environment[name]
  const setting: Setting = SETTINGS[name]
  if (text !== '' || setting.default === undefined) return text || undefined
  throw new ConfigError(
    `${name}: is empty. Unset it to use the default, ${setting.default}. Example: ${name}=${setting.example}`,
  )
}

/** Names of all settings, including those that name a file. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(SETTINGS), ...FROM_FILE.map((name) => `${name}_FILE`)]

/** Names of the environment's variables that are no settings. */
export const foreignVariables = (environment: Environment = process.env): string[] =>
  Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))

interface SettingRow {
  readonly name: string
  readonly example: string
  readonly value: string | null
  readonly source: 'environment' | 'default' | 'unset'
  readonly meaning: string
}

/** The current value of every setting, secrets hidden; for `mailproof config`. */
export const describeSettings = (environment: Environment = process.env): SettingRow[] =>
  (Object.entries(SETTINGS) as [Name, Setting][]).map(([name, setting]) => {
    const given = environmentValue(name, environment)
    const value = given === undefined ? (setting.default ?? null) : isSecret(setting, given) ? '(set)' : given
    return {
      name,
      example: setting.example,
      value,
      source: given !== undefined ? 'environment' : setting.default ? 'default' : 'unset',
      meaning: setting.meaning,
    }
  })
