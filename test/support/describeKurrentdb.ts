import { describe } from '@jest/globals'
import { kurrentdbAt, openStandIn, type TestKurrentdb } from '../../testbed/stores/kurrentdb/open.js'

export type OpenKurrentdb = () => Promise<TestKurrentdb>

/**
 * The same tests against a stand-in in this process and, if KURRENTDB_URL is set, against that server, which may have other
 * users.
 * @param tests called with a function that opens a KurrentDB for a new installation
 */
export function describeKurrentdb(name: string, tests: (open: OpenKurrentdb) => void): void {
  describe(`${name}, KurrentDB (a stand-in)`, () => tests(openStandIn))
  const url = process.env.KURRENTDB_URL
  if (url) describe(`${name}, KurrentDB (at KURRENTDB_URL)`, () => tests(async () => kurrentdbAt(url)))
}
