// `mailproof projections`: lists, rebuilds and verifies read models.
import { Command } from 'commander'
import pc from 'picocolors'
import type { Container } from '../composition/index.js'
import type { OnProgress } from '../eventing/rebuild.js'
import type { Position } from '../kernel/position.js'
import { jsonArray } from './jsonOption.js'
import { EXIT, print, printJson, printTable, UsageError, visible } from './output.js'
import { count, duration, plural } from './progress/words.js'
import { withContainer } from './withContainer.js'

export function projectionsCommand(exit: (code: number) => void): Command {
  const command = new Command('projections').description('List, rebuild and verify read models')

  command
    .command('list')
    .description('List all read models with their generation and the number of events that they have not processed yet')
    .option(
      '--json',
      jsonArray('model', 'generation', 'version', 'state', 'position', 'lag_ms', 'events_behind', 'error'),
    )
    .action(async ({ json }: { json?: boolean }) => {
      const models = await withContainer(async ({ projections, store }) => {
        const behind = createEventCounter(store)
        const status = await projections.status()
        return Promise.all(status.map(async (model) => ({ ...model, eventsBehind: await behind(model.position) })))
      })
      if (json) return printJson(models)
      printTable(
        ['model', 'generation', 'version', 'state', 'events behind', ''],
        models.map(({ model, generation, version, state, eventsBehind, lagMs, error }) => [
          pc.bold(model),
          String(generation),
          String(version),
          state,
          eventsBehind > MAX_COUNTED ? `more than ${count(MAX_COUNTED)}` : count(eventsBehind),
          error?.message ?? (lagMs === 0 ? 'up to date' : `oldest of them ${duration(lagMs)} old`),
        ]),
      )
    })

  command
    .command('rebuild')
    .description('Rebuild read models in the background, then swap them in')
    .argument('[models...]', 'Names of read models')
    .option('--all', 'All read models')
    .option('--json', jsonArray('model', 'generation', 'position'))
    .action(async (names: string[], { all, json }: { all?: boolean; json?: boolean }, self: Command) => {
      if (!all && names.length === 0) self.error('error: name the read models to rebuild, or pass --all')
      const rebuilt = await withContainer(
        ({ projections }) =>
          withProgress('rebuild', json, (report) =>
            projections.rebuild(resolveNames(projections.names, names), report),
          ),
        // A model that has stopped would not catch up, however long the command waits.
        { catchUpMs: 0, rebuildsForeign: true },
      )
      if (json) return printJson(rebuilt)
      for (const { model, generation } of rebuilt)
        print(`${pc.bold(model)} has been rebuilt; generation ${generation} is live.`)
    })

  command
    .command('verify')
    .description('Replay the whole log and compare the result with the live read models, document by document')
    .argument('[models...]', 'Names of read models (default: all)')
    .option('--json', jsonArray('model', 'documents', 'different', 'position', 'set_aside'))
    .action(async (names: string[], { json }: { json?: boolean }) => {
      const { verified, setAside } = await withContainer(async ({ projections, listSetAside }) => ({
        verified: await withProgress('verify', json, (report) =>
          projections.verify(resolveNames(projections.names, names), report),
        ),
        setAside: await listSetAside(),
      }))
      if (verified.some(({ different }) => different.length > 0)) exit(EXIT.negative)
      if (json) {
        const positions = setAside.map(({ position }) => position)
        return printJson(verified.map((model) => ({ ...model, setAside: positions })))
      }
      for (const { model, documents, different } of verified) {
        const verdict = different.length === 0 ? pc.green('equal') : pc.red(`differs in ${different.join(', ')}`)
        print(`${pc.bold(model)}: ${plural(documents, 'document')}, ${verdict}`)
      }
      for (const { position, type, stream, reason, actor, at } of setAside) {
        const what = visible(`${type ?? 'unknown type'}, ${stream ?? 'unknown stream'}`)
        print(`Set aside: the event at ${position} (${what}), by ${actor} on ${at}: ${visible(reason)}`)
      }
    })

  return command
}

const PHASES = { rebuild: { doing: 'rebuilding from the log' }, verify: { doing: 'replaying the log' } } as const

/** Shows how far a command has read the log: a bar on a terminal, otherwise a line every few seconds. @param silent for JSON */
async function withProgress<T>(
  phase: keyof typeof PHASES,
  silent: boolean | undefined,
  work: (report: OnProgress) => Promise<T>,
): Promise<T> {
  const { showProgress } = await import('./progress/progress.js')
  const progress = showProgress(PHASES, silent)
  progress.begin(phase, 100)
  try {
    return await work((_, part) => progress.at(part * 100))
  } finally {
    progress.end()
  }
}

/** Events after a position, up to one more than this: a longer count would read too much of the log. */
const MAX_COUNTED = 100_000

/** Counts the events after a position. Models usually share one position, which is counted once. */
function createEventCounter(store: Container['store']): (after: Position) => Promise<number> {
  const counts = new Map<Position, Promise<number>>()
  async function countAfter(after: Position): Promise<number> {
    let counted = 0
    for await (const _ of store.readAll({ after, limit: MAX_COUNTED + 1 })) counted++
    return counted
  }
  return (after) => {
    const known = counts.get(after) ?? countAfter(after)
    counts.set(after, known)
    return known
  }
}

function resolveNames(known: readonly string[], names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (!known.includes(name)) throw new UsageError(`Unknown read model ${name}. Available: ${known.join(', ')}.`)
  }
  return names.length > 0 ? names : known
}
