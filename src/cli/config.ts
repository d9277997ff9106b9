import { Command } from 'commander'
import pc from 'picocolors'
import { describeSettings, loadConfig } from '../config.js'
import { jsonArray } from './jsonOption.js'
import { findMisspelledSettings } from './misspelledSettings.js'
import { printError, printJson, printTable } from './output.js'

export const configCommand = (): Command =>
  new Command('config')
    .description('Show every setting, its value and its meaning')
    .option('--json', jsonArray('name', 'example', 'value', 'source', 'meaning'))
    .action(({ json }: { json?: boolean }) => {
      loadConfig()
      for (const { variable, setting } of findMisspelledSettings())
        printError(`warning: ${variable} is not a setting. Did you mean ${setting}?`)
      const settings = describeSettings()
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
