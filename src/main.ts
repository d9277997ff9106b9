#!/usr/bin/env -S node --max-semi-space-size=32 --initial-old-space-size=128 --no-allocation-site-pretenuring
import { TOO_FEW_FILES } from './cli/tooFewFiles.js'

/** As for `head`, which has read enough: there is no one left to print for. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** Node's own code for a module that waits for what nothing can settle any more: it must not look like success. */
const UNSETTLED = 13
process.once('beforeExit', () => {
  process.exitCode ??= UNSETTLED
})

async function run(): Promise<void> {
  try {
    const { runProgram } = await import('./cli/program.js')
    process.exitCode = await runProgram(process.argv.slice(2))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error
    process.stderr.write(`mailproof: ${TOO_FEW_FILES}\n`)
    process.exitCode = 2
  }
}

void run()
