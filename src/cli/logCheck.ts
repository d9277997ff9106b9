// `mailproof log check` and `log links`: whether the log, and everything else that is stored, is as it was written.
import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { LogChecked } from '../eventing/logCheck/check.js'
import type { ChainLink } from '../kernel/ports/chainLinks.js'
import { jsonArray, jsonObject } from './jsonOption.js'
import { EXIT, print, printJson, UsageError, visible } from './output.js'
import { phaseReporter } from './progress/phaseReporter.js'
import { count, plural } from './progress/words.js'
import { withContainer } from './withContainer.js'

const PHASES = { events: { doing: 'reading', amount: count, noun: 'event' } }

interface CheckOptions {
  readonly links?: string
  readonly json?: boolean
}

export function checkCommand(exit: (code: number) => void): Command {
  return new Command('check')
    .description('Read every record of the log and of the other stores in DATA_DIR, and compare it with its checksums')
    .option('--links <file>', 'Compare the chain links with those in a file, which `log links` has printed earlier')
    .option('--json', jsonObject('ok', 'events', 'position', 'proven', 'added', 'problems'))
    .action(async ({ links: file, json }: CheckOptions) => {
      const { showProgress } = await import('./progress/progress.js')
      const kept = file === undefined ? [] : await readLinks(file)
      // For a terminal only: pipes and logs get the result.
      const progress = showProgress(PHASES, json || !process.stderr.isTTY)
      const report = phaseReporter<'events'>(progress)
      const { signal } = new AbortController()
      const checked = await withContainer(
        ({ checkStores }) => checkStores({ signal, onProgress: (events) => report('events', events, 0) }),
        { logOnly: true },
      ).finally(() => progress.end())
      const problems = [
        ...checked.damage,
        ...differing(checked.links, kept).map((problem) => ({ position: null, problem })),
      ]
      if (problems.length > 0) exit(EXIT.negative)
      const { events, position, proven, added } = checked
      if (json) return printJson({ ok: problems.length === 0, events, position, proven, added, problems })
      for (const { problem } of problems) print(visible(problem))
      print(summaryOf(checked, kept.length, problems.length))
    })
}

export function linksCommand(): Command {
  return new Command('links')
    .description('Print the chain links of the log, one per 100,000 events, to keep elsewhere as a proof')
    .option('--json', jsonArray('range', 'last', 'until', 'link'))
    .action(async ({ json }: { json?: boolean }) => {
      const links = await withContainer(({ chainLinks }) => chainLinks.all(), { logOnly: true })
      if (json) return printJson(links)
      for (const { range, last, until, link } of links) print([range, last, until, link].join(' '))
    })
}

function summaryOf({ events, proven, added }: LogChecked, kept: number, problems: number): string {
  const ranges = [
    `${plural(proven, 'range')} proven by stored links`,
    ...(added > 0 ? [`${plural(added, 'link')} added`] : []),
    ...(kept > 0 ? [`compared with ${plural(kept, 'link')} of the file`] : []),
  ]
  const verdict = problems === 0 ? 'no damage found' : plural(problems, 'problem')
  return `Read ${plural(events, 'event')}; ${ranges.join(', ')}; ${verdict}.`
}

/** The position of a link is that of one store, and is not compared: it differs after a migration. */
function differing(actual: readonly ChainLink[], kept: readonly Pick<ChainLink, 'range' | 'link'>[]): string[] {
  const byRange = new Map(actual.map((each) => [each.range, each]))
  return kept.flatMap(({ range, link }) => {
    const found = byRange.get(range)
    if (!found) return [`range ${range} of the file is not in the log, or cannot be proven`]
    return found.link === link ? [] : [`range ${range}, up to ${found.last} (${found.until}), differs from the file`]
  })
}

const LINE = /^(\d{1,9}) \S+ \S+ ([0-9a-f]{64})$/

/** @throws UsageError when it is not what `log links` prints */
async function readLinks(file: string): Promise<Pick<ChainLink, 'range' | 'link'>[]> {
  const lines = (await readFile(file, 'utf8').catch(unreadable(file))).split(/\r?\n/).filter((line) => line !== '')
  if (lines.length === 0) throw new UsageError(`${file} has no chain links`)
  return lines.map((line, index) => {
    const [, range, link] = LINE.exec(line) ?? []
    if (!range || !link) throw new UsageError(`line ${index + 1} of ${file} is not a line of mailproof log links`)
    return { range: Number(range), link }
  })
}

const unreadable = (file: string) => (error: NodeJS.ErrnoException) => {
  throw new UsageError(`${file} cannot be read (${error.code}): check the path`)
}
