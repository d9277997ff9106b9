import { describe } from '@jest/globals'

/**
 * Tests that need something that this machine may lack; `skippedSuites.cjs` lists what was skipped after the run.
 * @param missing what is missing, such as `MONGODB_URL is not set`; undefined if nothing is
 */
export function describeUnless(missing: string | undefined, name: string, tests: () => void): void {
  if (missing === undefined) describe(name, tests)
  else describe.skip(`${name} (SKIPPED: ${missing})`, tests)
}
