import { Command, CommanderError } from 'commander'
import { listenErrorMessage } from '../composition/listenError.js'
import { ConfigError } from '../config.js'
import { Failure } from '../kernel/failure.js'
import { StoreUnavailable } from '../kernel/ports/eventStore.js'
import { VERSION } from '../version.js'
import { accountsCommand } from './accounts.js'
import { bulkCommand } from './bulk.js'
import { configCommand } from './config.js'
import { exportCommand } from './export.js'
import { migrateCommand } from './migrate.js'
import { EXIT, printError, UsageError } from './output.js'
import { poolCommand } from './pool.js'
import { projectionsCommand } from './projections.js'
import { replayCommand } from './replay.js'
import { serveCommand } from './serve.js'
import { verifyCommand } from './verify.js'

const COMMANDS = [
  serveCommand,
  verifyCommand,
  bulkCommand,
  accountsCommand,
  poolCommand,
  projectionsCommand,
  replayCommand,
  exportCommand,
  migrateCommand,
  configCommand,
]

/** Runs one command line. @returns the exit code: 0 done, 1 a negative outcome, 2 bad usage */
export async function runProgram(words: readonly string[]): Promise<number> {
  let code: number = EXIT.done
  const exit = (value: number) => {
    code = value
  }
  const program = new Command('mailproof')
    .description('Email validation that you run yourself.')
    .version(VERSION)
    .showHelpAfterError('(mailproof --help shows what there is)')
  for (const make of COMMANDS) program.addCommand(make(exit))
  overrideExits(program)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    return explain(error)
  }
}

/** Commander ends the process where it stands; here a command line ends by returning. */
function overrideExits(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) overrideExits(child)
}

/** Of stores that cannot be used: their messages say which setting, and what to do. */
const STORE_ERRORS = new Set(['DataDirectoryError', 'StoreUrlError'])

/** One line for what an operator can mend; a stack for what only we can. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof Failure) {
    printError(error.message)
    return EXIT.negative
  }
  if (error instanceof StoreUnavailable) {
    printError(lineOf(error))
    return EXIT.negative
  }
  if (
    error instanceof UsageError ||
    error instanceof ConfigError ||
    (error instanceof Error && STORE_ERRORS.has(error.name))
  ) {
    printError(error.message)
    return EXIT.usage
  }
  const problem = listenErrorMessage(error, 'PORT')
  if (problem !== undefined) {
    printError(problem)
    return EXIT.usage
  }
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return EXIT.negative
}

/** What a store said, and what was said to it unless that is the same. */
function lineOf({ message, cause }: StoreUnavailable): string {
  const said = cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message
  return said.replace(/\s+/g, ' ')
}
