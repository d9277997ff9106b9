import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config.js'
import { Failure } from '../kernel/failure.js'
import { VERSION } from '../version.js'
import { accountsCommand } from './accounts.js'
import { bulkCommand } from './bulk.js'
import { configCommand } from './config.js'
import { EXIT, printError, UsageError } from './output.js'
import { projectionsCommand } from './projections.js'
import { serveCommand } from './serve.js'
import { verifyCommand } from './verify.js'

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
  for (const make of [serveCommand, verifyCommand, bulkCommand, accountsCommand, projectionsCommand, configCommand]) {
    program.addCommand(make(exit))
  }
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

/** One line for what an operator can mend; a stack for what only we can. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof Failure) {
    printError(error.message)
    return EXIT.negative
  }
  if (
    error instanceof UsageError ||
    error instanceof ConfigError ||
    (error instanceof Error && error.name === 'DataDirectoryError')
  ) {
    printError(error.message)
    return EXIT.usage
  }
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    printError(`${(error as Error).message}. Another program listens there; choose another PORT.`)
    return EXIT.usage
  }
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return EXIT.negative
}
