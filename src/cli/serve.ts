// `mailproof serve`: runs the service until a signal, and starts it again when its log was replaced.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import type { Service } from '../composition/index.js'
import { type Config, loadConfig } from '../config.js'
import { findMisspelledSettings } from './misspelledSettings.js'
import { EXIT, print, printError } from './output.js'
import { onStopSignal } from './signals.js'

/** How long a process whose store client hangs may take to answer pending requests before it ends. */
const HUNG_STOP_MS = 5_000

export const serveCommand = (): Command =>
  new Command('serve').description('Run the service until SIGTERM or SIGINT').action(async () => {
    let stopListening = () => {}
    const stopSignal = new Promise<undefined>((resolve) => {
      stopListening = onStopSignal(() => resolve(undefined))
    })
    await serveUntil(stopSignal).finally(stopListening)
  })

async function serveUntil(stopSignal: Promise<undefined>): Promise<void> {
  const { serve } = await import('../composition/index.js')
  let restartReason: string | undefined
  for (let config = loadConfig(); ; ) {
    const service = await Promise.race([serve(config, { restartReason }), stopSignal])
    if (!service) return exitDuringStart()
    if ((await run(service, config, stopSignal)) === 'stopped') return
    restartReason = (service.replaced.reason as Error).message
    config = { ...config, PORT: Number(new URL(service.url).port) }
  }
}

/**
 * Runs a service until it is stopped, or until its log was replaced: it is then restarted, so that nothing remains of what
 * it knows of the log before.
 */
async function run(service: Service, config: Config, stopSignal: Promise<undefined>): Promise<'stopped' | 'replaced'> {
  for (const misspelled of findMisspelledSettings())
    service.container.log.warn(misspelled, 'an environment variable is not a setting, but nearly has the name of one')
  print(config.ROLE === 'worker' ? location(service) : welcome(service))
  const { hung, replaced } = service
  const isOver = (signal: AbortSignal) => signal.aborted || once(signal, 'abort')
  await Promise.race([stopSignal, isOver(hung), isOver(replaced)])
  if (hung.aborted) return exitHung(service)
  await service.stop()
  return replaced.aborted ? 'replaced' : 'stopped'
}

/** Ends the process, which a supervisor starts again. Nothing is lost: only what is in the log was acknowledged. */
async function exitHung({ hung, container: { log }, stop }: Service): Promise<never> {
  const { message: reason } = hung.reason as Error
  log.error({ reason }, 'the client of a store hangs; the process ends, and its supervisor has to restart it')
  await Promise.race([stop().catch(() => {}), sleep(HUNG_STOP_MS)])
  process.exit(EXIT.negative)
}

/** Startup may wait for a store, or rebuild, for minutes. It can be killed at any time: nothing has been acknowledged yet. */
function exitDuringStart(): never {
  printError('stopped by a signal before the service had started')
  process.exit(EXIT.done)
}

const location = ({ url, container }: Service): string => `
mailproof listens on ${url}
Stores:              ${container.place}
`

const welcome = (service: Service): string => `${location(service)}
Create an account and verify an address (paste both lines):

  KEY=$(curl -s ${service.url}/v1/accounts/create -H 'Content-Type: application/json' -d '{"email":"you@example.com"}' | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')
  curl -s ${service.url}/v1/verify -H 'Content-Type: application/json' -H "X-API-Key: $KEY" -d '{"email":"someone@gmail.com"}'
`
