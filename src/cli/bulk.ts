// `mailproof bulk`: the command and its options.
import { Command, Option } from 'commander'
import { ENCODINGS } from './bulk/encodings.js'
import { RESULT_KINDS } from './bulk/resultKinds.js'
import { jsonObject } from './jsonOption.js'

export const bulkCommand = (exit: (code: number) => void): Command =>
  new Command('bulk')
    .description('Verify CSV files through a running service and write each result next to its file')
    .argument(
      '<file.csv...>',
      'The files, one after the other; their columns are kept and verdict columns are appended',
    )
    .option('--url <base>', 'Base URL of the service', 'http://localhost:8080')
    .addOption(
      new Option(
        '--key <key>',
        'Your API key. The variable is safer: arguments are visible to other users and saved in shell history',
      ).env('MAILPROOF_API_KEY'),
    )
    .option('--email-column <name|n>', 'Column holding the addresses, by name or 1-based number (default: auto-detect)')
    .option('--header', 'The first row is a header (default: auto-detect)')
    .option('--no-header', 'The first row is data')
    .addOption(
      new Option('--encoding <name>', 'Encoding of the file (default: auto-detect)').choices(Object.keys(ENCODINGS)),
    )
    .option(
      '--out <path>',
      'Path of the result of a single file (default: <file>.verified.csv, or <file>.<result>.csv with --only)',
    )
    .addOption(
      new Option(
        '--only <result>',
        'Write only rows with this result, or the first row of each person; not charged again if the file has a job',
      ).choices(RESULT_KINDS),
    )
    .option('--force', 'Overwrite an existing result file')
    .option('--again', 'Start a new job, which is charged, even if the file has one')
    .option(
      '--json',
      jsonObject(
        'job_id',
        'status',
        'file',
        'result',
        'only',
        'read_as',
        'rows',
        'distinct',
        'people',
        'repeated_people',
        'duplicates',
        'processed',
        'valid',
        'invalid',
        'unknown',
        'disposable',
        'role',
        'deliverable',
        'risky',
        'mistyped',
        'charged',
        'created_at',
        'completed_at',
        'failure',
        'next_step',
      ),
    )
    .addHelpText(
      'after',
      `
You can interrupt the command at any time; run it again to resume. The job is remembered in $XDG_STATE_HOME/mailproof (by default
~/.local/state/mailproof): later runs for the same content use that job and are not charged, whatever their --only or --out. Without it,
a run finds the job of the same content for 24 hours. Of several files, those that are the result of another are skipped; --json then
prints an array. Without a terminal, progress is a line for every tenth, or every 30 s. The service keeps files for 30 days; once the job's file is deleted, the command says so, and only
--again starts a new job. A run with --again that was interrupted is resumed with --again.
The result keeps delimiter, encoding, quotes, line endings and blank lines of the file. Rows of a job that was cancelled or
failed have empty verdict columns if they were not processed.
--only deliverable: valid without reservation; risky: valid, but disposable, a role address, probably mistyped, or of another
kind that /v2/verify would not allow; invalid; unknown: DNS gave no conclusive answer, not charged. Every verified row has exactly one of
these results. --only unique: the first row of each person, whatever its result; addresses that differ only by a tag, or by what their
provider ignores, are one person's.
Exit code 0 if every whole result was written, 1 if a job failed, was cancelled or refused, 2 if you need to fix something first, 130 if
you interrupted it (143 by SIGTERM).`,
    )
    // Loaded on demand: the client of the service and the progress bar would only delay the start of other commands.
    .action(async (files, options) => (await import('./bulk/execute.js')).executeBulk(files, options, exit))
