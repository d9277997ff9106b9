import { Command } from 'commander'
import pc from 'picocolors'
import { EXIT, print, printJson, printTable, UsageError } from './output.js'
import { withContainer } from './withContainer.js'

export function projectionsCommand(exit: (code: number) => void): Command {
  const command = new Command('projections').description('see, rebuild and prove the read models')

  command
    .command('list')
    .description('every read model: its generation, how far it is folded')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const models = await withContainer(({ projections }) => projections.status())
      if (json) return printJson(models)
      printTable(
        ['model', 'generation', 'version', 'state', 'position', ''],
        models.map(({ model, generation, version, state, position, lagMs, error }) => [
          pc.bold(model),
          String(generation),
          String(version),
          state,
          position.replace(/^0+(?=.)/, ''),
          error?.message ?? (lagMs === 0 ? 'at the head of the log' : `${(lagMs / 1_000).toFixed(1)} s behind the log`),
        ]),
      )
    })

  command
    .command('rebuild')
    .description('fold read models anew beside the live ones, then put them in their place')
    .argument('[models...]', 'names')
    .option('--all', 'every read model')
    .option('--json', 'as JSON')
    .action(async (names: string[], { all, json }: { all?: boolean; json?: boolean }, self: Command) => {
      if (!all && names.length === 0) self.error('error: name the read models, or say --all')
      const rebuilt = await withContainer(({ projections }) => projections.rebuild(chosen(projections.names, names)))
      if (json) return printJson(rebuilt)
      for (const { model, generation } of rebuilt)
        print(`${pc.bold(model)} is rebuilt: generation ${generation} is live.`)
    })

  command
    .command('verify')
    .description('fold the whole log anew and compare, document by document')
    .argument('[models...]', 'names; else all')
    .option('--json', 'as JSON')
    .action(async (names: string[], { json }: { json?: boolean }) => {
      const verified = await withContainer(({ projections }) => projections.verify(chosen(projections.names, names)))
      if (verified.some(({ different }) => different.length > 0)) exit(EXIT.negative)
      if (json) return printJson(verified)
      for (const { model, documents, different } of verified) {
        const verdict = different.length === 0 ? pc.green('equal') : pc.red(`differs in ${different.join(', ')}`)
        print(`${pc.bold(model)}: ${documents} documents, ${verdict}`)
      }
    })

  return command
}

function chosen(known: readonly string[], names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (!known.includes(name)) throw new UsageError(`There is no read model ${name}. There are ${known.join(', ')}.`)
  }
  return names.length > 0 ? names : known
}
