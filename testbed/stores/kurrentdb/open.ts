import { randomUUID } from 'node:crypto'
import type { Settings } from '../../service/settings.js'
import { type StandIn, startStandIn } from './server.js'

/** A KurrentDB for one installation, which may share it with others. */
export interface TestKurrentdb {
  readonly url: string
  /** A stream prefix that nothing else on the server has. */
  readonly prefix: string
  /** The settings of its processes. */
  readonly settings: Settings
  /** undefined for a real server. */
  readonly standIn?: StandIn
  close(): Promise<void>
}

/** Starts a stand-in in this process. */
export async function openStandIn(): Promise<TestKurrentdb> {
  const standIn = await startStandIn()
  return { ...kurrentdbAt(standIn.url()), standIn, close: standIn.close }
}

/** A server that runs already. */
export function kurrentdbAt(url: string): TestKurrentdb {
  const prefix = `test${randomUUID().replaceAll('-', '')}_`
  return { url, prefix, settings: { KURRENTDB_URL: url, KURRENTDB_STREAM_PREFIX: prefix }, close: async () => {} }
}
