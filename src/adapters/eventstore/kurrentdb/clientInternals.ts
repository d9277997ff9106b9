import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { KurrentDBClient } from '@kurrent/kurrentdb-client'
import type { Log } from '../../../kernel/log.js'

/*
 * What the client's documented functions cannot do, and the versions of the client with which this was tested.
 *
 * The server's version: the client fetches it for itself and keeps it in the protected member `capabilities`. The clients
 * for other languages publish it, such as that for Go: https://github.com/kurrent-io/EventStore-Client-Go/pull/128. There
 * is no such issue for the client for Node.js (https://github.com/kurrent-io/KurrentDB-Client-NodeJS/issues).
 */

/** Versions of @kurrent/kurrentdb-client with which all tests were run. */
export const TESTED_CLIENTS: readonly string[] = ['1.3.1']

interface Internals {
  readonly capabilities?: Promise<{ readonly serverVersion?: string }>
}

/** The server's version, such as 26.0.3; undefined if the client does not tell. */
export async function serverVersionOf(client: KurrentDBClient): Promise<string | undefined> {
  return (await (client as unknown as Internals).capabilities)?.serverVersion
}

/** The installed version of the client; undefined if it cannot be read. */
export function installedClient(): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve('@kurrent/kurrentdb-client/package.json')
    return JSON.parse(readFileSync(path, 'utf8')).version
  } catch {
    return undefined
  }
}

/** Warns of a client that was not tested. */
export function checkClient(log: Log, installed = installedClient()): void {
  if (installed !== undefined && TESTED_CLIENTS.includes(installed)) return
  log.warn(
    { installed: installed ?? 'unknown', tested: TESTED_CLIENTS },
    'mailproof was not tested with this version of @kurrent/kurrentdb-client',
  )
}
