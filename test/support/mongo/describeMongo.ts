import { basename } from 'node:path'
import { describe, expect } from '@jest/globals'

/**
 * Tests that need a MongoDB, whose URL is in MONGODB_URL (`.ci/run` starts one). Without it they are skipped and
 * counted, and a line says what is missing.
 */
export function describeMongo(name: string, tests: (url: string) => void): void {
  const url = process.env.MONGODB_URL
  if (url) {
    describe(name, () => tests(url))
    return
  }
  const file = basename(expect.getState().testPath ?? '')
  process.stderr.write(`skipped, because MONGODB_URL is not set: ${file}, ${name}\n`)
  describe.skip(`${name} (MONGODB_URL is not set)`, () => tests('mongodb://127.0.0.1:1'))
}
