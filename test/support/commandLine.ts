import { getPriority, setPriority } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { jest } from '@jest/globals'
import { runProgram } from '../../src/cli/program.js'
import type { Ended } from '../../testbed/service/program.js'
import type { Settings } from '../../testbed/service/settings.js'

/**
 * Runs one command line to its end in this process, which saves the start of another; one at a time. Output has no
 * colours. Warnings are not logged, unless the settings say so.
 */
export async function runCommandLine(words: readonly string[], settings: Settings = {}): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text, ...more) => {
      printed[stream] += stripVTControlCharacters(String(text))
      const written = more.at(-1)
      if (typeof written === 'function') written()
      return true
    }),
  )
  const { env } = process
  const priority = getPriority()
  process.env = { LOG_LEVEL: 'error', ...settings }
  try {
    return { code: await runProgram(words), ...printed }
  } finally {
    process.env = env
    // Of a command that lowered it; only root may raise it again.
    if (getPriority() !== priority && process.getuid?.() === 0) setPriority(priority)
    for (const spy of spies) spy.mockRestore()
  }
}
