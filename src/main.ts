#!/usr/bin/env -S node --max-semi-space-size=32 --initial-old-space-size=128 --no-allocation-site-pretenuring
import { constants } from 'node:os'
import { TOO_FEW_FILES } from './kernel/fileProblem.js'

/** As for `head`, which has read enough: there is no one left to print for. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(
    `mailproof: standard output cannot be written (${error.message}): make room, or redirect it elsewhere\n`,
  )
  process.exit(1)
})

/** The kernel does not end the first process of a container by a signal that it does not handle. */
if (process.pid === 1) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Otherwise the command handles it.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

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
