import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { describe, expect } from '@jest/globals'

/** Whether a command runs and exits with 0. */
function works([file, ...words]: readonly string[]): boolean {
  try {
    execFileSync(file!, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Tests that need programs of the operating system (`.ci/run` installs them). Without them they are skipped and counted,
 * and a line says what is missing.
 * @param commands each must exit with 0
 */
export function describePrograms(name: string, commands: readonly (readonly string[])[], tests: () => void): void {
  const missing = commands.filter((command) => !works(command)).map((command) => command[0])
  if (missing.length === 0) {
    describe(name, tests)
    return
  }
  const reason = `${missing.join(', ')} cannot be run`
  process.stderr.write(`skipped, because ${reason}: ${basename(expect.getState().testPath ?? '')}, ${name}\n`)
  describe.skip(`${name} (${reason})`, tests)
}
