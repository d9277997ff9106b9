import { execFileSync } from 'node:child_process'
import { describeUnless } from '../support/describeUnless.js'

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
 * Tests that need programs of the operating system (`.ci/run` installs them).
 * @param commands each must exit with 0
 */
export function describePrograms(name: string, commands: readonly (readonly string[])[], tests: () => void): void {
  const missing = commands.filter((command) => !works(command)).map((command) => command[0])
  describeUnless(missing.length === 0 ? undefined : `${missing.join(', ')} cannot be run`, name, tests)
}
