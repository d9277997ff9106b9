// `mailproof secret`: prints, checks and replaces the secret key.
import { Command } from 'commander'
import { loadConfig } from '../config.js'
import { jsonObject } from './jsonOption.js'
import { EXIT, print, printError, printJson } from './output.js'
import { phaseReporter } from './progress/phaseReporter.js'
import { count, plural } from './progress/words.js'

const PHASES = { keys: { doing: 'wrapping', amount: count, noun: 'data key' } }

export function secretCommand(exit: (code: number) => void): Command {
  const command = new Command('secret').description(
    'Print, check and replace the secret key (safe while the service runs)',
  )

  command
    .command('export')
    .description('Print the secret key, to be kept in a safe: without it, a backup cannot be read')
    .option('--json', jsonObject('secret_key'))
    .action(async ({ json }: { json?: boolean }) => {
      const { exportSecret } = await import('../composition/secretKey.js')
      const secretKey = exportSecret(loadConfig())
      if (json) printJson({ secretKey })
      else print(secretKey)
    })

  command
    .command('check')
    .description('Check that the secret key opens every data key; exit code 1 if it does not')
    .option('--json', jsonObject('current', 'previous', 'unreadable'))
    .action(async ({ json }: { json?: boolean }) => {
      const { checkSecretKey } = await import('../composition/secretKey.js')
      const keys = await checkSecretKey(loadConfig())
      if (keys.unreadable > 0) exit(EXIT.negative)
      if (json) return printJson(keys)
      const { current, previous, unreadable } = keys
      const rest =
        previous > 0 ? `, ${plural(previous, 'data key')} only the one before: run mailproof secret rotate` : ''
      print(`The secret key opens ${plural(current, 'data key')}${rest}; ${count(unreadable)} cannot be opened.`)
    })

  command
    .command('rotate')
    .description('Replace the secret key: wrap every data key with a new one')
    .option('--json', jsonObject('current', 'previous', 'unreadable', 'former'))
    .addHelpText(
      'after',
      `
A key in DATA_DIR/secret.key is replaced by a new one. A key that comes from the settings is replaced by you: set SECRET_KEY to the
new one and SECRET_KEY_PREVIOUS to the present one, restart every process, then run this command. It can be interrupted at any
time; run it again to resume. Hashes of addresses and webhook signatures do not change. Keep the former key as long as backups
from before.`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { rotateSecretKey } = await import('../composition/secretKey.js')
      const { showProgress } = await import('./progress/progress.js')
      const progress = showProgress(PHASES, json)
      const report = phaseReporter<'keys'>(progress)
      const keys = await rotateSecretKey(loadConfig(), (done) => report('keys', done, 0)).finally(() => progress.end())
      if (keys.unreadable > 0) exit(EXIT.negative)
      if (json) return printJson(keys)
      if (keys.unreadable > 0)
        return printError(`${plural(keys.unreadable, 'data key')} cannot be opened with either secret key.`)
      const former = keys.former === null ? 'SECRET_KEY_PREVIOUS can be removed' : `the former one is ${keys.former}`
      print(
        `The new secret key opens all ${plural(keys.current, 'data key')}; ${former}. Keep the former one for the backups from before.`,
      )
    })

  return command
}
