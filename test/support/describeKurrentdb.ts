import { randomUUID } from 'node:crypto'
import { describe } from '@jest/globals'
import type { Settings } from '../../testbed/service/program.js'
import { type StandIn, startStandIn } from '../../testbed/stores/kurrentdb/server.js'

/** A KurrentDB for one installation. */
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

export type OpenKurrentdb = () => Promise<TestKurrentdb>

/**
 * The same tests against a stand-in in this process and, if KURRENTDB_URL is set, against that server, which may have other
 * users.
 * @param tests called with a function that opens a KurrentDB for a new installation
 */
export function describeKurrentdb(name: string, tests: (open: OpenKurrentdb) => void): void {
  describe(`${name}, KurrentDB (a stand-in)`, () =>
    tests(async () => {
      const server = await startStandIn()
      return { ...opened(server.url(), server.close), standIn: server }
    }))
  const url = process.env.KURRENTDB_URL
  if (url) describe(`${name}, KurrentDB (at KURRENTDB_URL)`, () => tests(async () => opened(url, async () => {})))
}

function opened(url: string, close: () => Promise<void>): TestKurrentdb {
  const prefix = `test${randomUUID().replaceAll('-', '')}_`
  return { url, prefix, settings: { KURRENTDB_URL: url, KURRENTDB_STREAM_PREFIX: prefix }, close }
}
