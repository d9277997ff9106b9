// Reads an operator's own list, and keeps its last good entries.
import { readFile, stat } from 'node:fs/promises'
import type { Log } from '../../../../kernel/log.js'
import { type ListEntry, parseEntries } from './parseEntries.js'

const MAX_BYTES = 16 * 1_024 * 1_024

export interface OperatorFileOptions {
  /** Name of the setting, for messages. */
  readonly setting: string
  /** Undefined if the operator has no such list. */
  readonly path: string | undefined
  readonly log: Log
}

/**
 * An operator's list in a file, read again when it changes. If the new content has a mistake, the entries from before stay;
 * if there were none, because the process has just started, the lines without a mistake apply.
 */
export function createOperatorFile({ setting, path, log }: OperatorFileOptions) {
  let entries: readonly ListEntry[] = []
  let problem: string | undefined
  let seen: string | undefined
  /** Until its content was read once, there are no entries from before. */
  let isFirst = true

  function report(found: string, used = isFirst ? 'it has no entries' : 'the entries from before stay in use'): void {
    if (found === problem) return
    problem = found
    log.warn({ setting, problem }, `an operator's list cannot be read; ${used}`)
  }

  return {
    entries: () => entries,
    /** What is wrong with the file as it is now: `LISTS_DENY_FILE: /etc/deny.txt:3:7: …`; undefined if nothing is. */
    problem: () => problem,
    /** Reads the file if it has changed. @returns whether the entries were replaced */
    async refresh(): Promise<boolean> {
      if (path === undefined) return false
      try {
        const version = await versionOf(path)
        if (version === seen) return false
        const parsed = parseEntries(await readFile(path, 'utf8'))
        seen = version
        const used = isFirst ? 'the lines without a mistake apply' : undefined
        if (parsed.problems.length > 0) report(`${setting}: ${inWords(path, parsed.problems)}`, used)
        else problem = undefined
        if (problem !== undefined && !isFirst) return false
        isFirst = false
        entries = parsed.entries
        return true
      } catch (error) {
        seen = ''
        report(
          `${setting}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
        )
        return false
      }
    },
  }
}

/** Changes with the file, also if another one takes its place. @throws Error if it is too large */
async function versionOf(path: string): Promise<string> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path)
  if (size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES / 1_024 / 1_024} MiB`)
  return [ino, size, mtimeMs, ctimeMs].join()
}

function inWords(path: string, problems: ReturnType<typeof parseEntries>['problems']): string {
  const [first, ...more] = problems
  const further = more.length === 0 ? '' : ` (and ${more.length} more)`
  return `${path}:${first!.line}:${first!.column}: ${first!.message}${further}`
}
