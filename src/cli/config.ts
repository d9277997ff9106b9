import { Command } from 'commander'
import pc from 'picocolors'
import { describeSettings, loadConfig } from '../config.js'
import { jsonArray } from './jsonOption.js'
import { findMisspelledSettings } from './misspelledSettings.js'
import { printError, printJson, printTable } from './output.js'

const LISTS = 'not a setting: the version of the lists of domains in use; see mailproof lists status'

export const configCommand = (): Command =>
  new Command('config')
    .description('Show every setting, its value and its meaning')
    .option('--json', jsonArray('name', 'example', 'value', 'source', 'meaning'))
    .action(async ({ json }: { json?: boolean }) => {
      loadConfig()
      for (const { variable, setting } of findMisspelledSettings())
        printError(`warning: ${variable} is not a setting. Did you mean ${setting}?`)
      const { version, origin } = await (await import('./lists/execute.js')).readVersion()
      const lists = { name: 'lists', example: null, value: version, source: origin, meaning: LISTS }
      const settings = [...describeSettings(), lists]
      if (json) return printJson(settings)
      printTable(
        ['setting', 'value', 'from', 'meaning'],
        settings.map(({ name, value, source, meaning }) => [
          pc.bold(name),
          value ?? pc.dim('–'),
          pc.dim(source),
          meaning,
        ]),
      )
    })
