// The command line of mailproof: all commands, and their exit codes.
import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config.js'
import { Failure } from '../kernel/failure.js'
import { fileErrorText, TOO_FEW_FILES } from '../kernel/fileProblem.js'
import { listenErrorMessage } from '../kernel/net/listenError.js'
import { StoreUnavailable } from '../kernel/ports/eventStore.js'
import { VERSION } from '../version.js'
import { acceptLossCommand } from './acceptLoss.js'
import { accountsCommand } from './accounts.js'
import { adminCommand } from './admin.js'
import { archiveCommand } from './archive.js'
import { backupCommand } from './backup.js'
import { bulkCommand } from './bulk.js'
import { compactCommand } from './compact.js'
import { configCommand } from './config.js'
import { exportCommand } from './export.js'
import { keysCommand } from './keys.js'
import { listsCommand } from './lists.js'
import { logCommand } from './log.js'
import { mailboxCommand } from './mailbox.js'
import { mcpCommand } from './mcp.js'
import { migrateCommand } from './migrate.js'
import { EXIT, printError, UsageError, visible } from './output.js'
import { poolCommand } from './pool.js'
import { projectionsCommand } from './projections.js'
import { replayCommand } from './replay.js'
import { restoreCommand } from './restore.js'
import { rulesCommand } from './rules.js'
import { secretCommand } from './secret.js'
import { serveCommand } from './serve.js'
import { verdictsCommand } from './verdicts.js'
import { verifyCommand } from './verify.js'
import { webhooksCommand } from './webhooks.js'

const COMMANDS = [
  serveCommand,
  mcpCommand,
  verifyCommand,
  bulkCommand,
  accountsCommand,
  keysCommand,
  webhooksCommand,
  adminCommand,
  verdictsCommand,
  rulesCommand,
  poolCommand,
  listsCommand,
  mailboxCommand,
  projectionsCommand,
  logCommand,
  acceptLossCommand,
  replayCommand,
  exportCommand,
  archiveCommand,
  backupCommand,
  restoreCommand,
  secretCommand,
  compactCommand,
  migrateCommand,
  configCommand,
]

/** The whole command line, with every command and option. @param exit sets the exit code of a command that succeeded */
export function createProgram(exit: (code: number) => void): Command {
  const program = new Command('mailproof')
    .description('Email validation that you run yourself.')
    .version(VERSION)
    // Options belong to the command before them: `backup verify --json` is one of `verify`.
    .enablePositionalOptions()
  for (const create of COMMANDS) program.addCommand(create(exit))
  return program.hook('preAction', (_program, command) => refuseEmpty(command))
}

/** Runs one command line. @returns the exit code: 0 success, 1 negative outcome, 2 usage or configuration error */
export async function runProgram(words: readonly string[]): Promise<number> {
  let code: number = EXIT.done
  const exit = (value: number) => {
    code = value
  }
  const program = createProgram(exit)
  handleErrors(program)
  try {
    await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    return explain(error)
  }
}

/** Refuses an empty argument or option, as a variable of the shell that is not set leaves it: as a path, it would be the current directory. */
function refuseEmpty(command: Command): void {
  for (const [index, argument] of command.registeredArguments.entries()) {
    if (!argument.variadic && command.args[index] === '') command.error(`error: argument '${argument.name()}' is empty`)
  }
  for (const option of command.options) {
    if (command.getOptionValue(option.attributeName()) === '') command.error(`error: option '${option.flags}' is empty`)
  }
}

/** Makes Commander throw instead of calling `process.exit`, and end every usage error with a hint. */
function handleErrors(command: Command): void {
  command.exitOverride().showHelpAfterError('Run mailproof --help for a list of commands.')
  for (const child of command.commands) handleErrors(child)
}

/** Names of errors about stores that cannot be used. Their messages name the setting and the remedy. */
const STORE_ERRORS = new Set(['DataDirectoryError', 'StoreUrlError', 'InstallationError'])

/** Names of errors that are outcomes of a command. Their messages say what is wrong with which file, or what the service answered. */
const FAILURES = new Set(['BackupError', 'BucketError', 'DamagedSegment', 'ExportError', 'MailproofError'])

/** Prints one line for errors that an operator can fix, and a stack trace for bugs. @returns the exit code */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  const damage = error instanceof Error ? damageOf(error) : undefined
  if (damage !== undefined) {
    printError(damage)
    return EXIT.usage
  }
  if (error instanceof Failure) {
    printError(error.message)
    return EXIT.negative
  }
  if (error instanceof Error && FAILURES.has(error.name)) {
    printError(error.name === 'MailproofError' ? visible(error.message) : error.message)
    return EXIT.negative
  }
  if (error instanceof StoreUnavailable) {
    printError(oneLine(error))
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
  const file = error instanceof Error ? fileErrorText(error) : undefined
  printError(file ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)))
  return EXIT.negative
}

/** Names of errors of lmdb that a torn file causes, such as a copy of a running service. */
const DAMAGE = /\bMDB_(PAGE_NOTFOUND|CORRUPTED|INVALID|PROBLEM|PANIC)\b/

/** In words, if a store in DATA_DIR is damaged, or the process may open too few files. */
function damageOf(error: NodeJS.ErrnoException): string | undefined {
  if (error.code === 'EMFILE') return TOO_FEW_FILES
  const [problem] = DAMAGE.exec(`${error.message} ${error.cause}`) ?? []
  return problem && `a store in DATA_DIR is damaged (${problem}): restore it from a backup`
}

/** The error on one line, with its cause unless the message already contains it. */
function oneLine({ message, cause }: StoreUnavailable): string {
  const said = cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message
  return said.replace(/\s+/g, ' ')
}
