import { Command } from 'commander'
import { type Service, serve } from '../composition/index.js'
import { loadConfig } from '../config.js'
import { EXIT, print, printError } from './output.js'

export const serveCommand = (): Command =>
  new Command('serve').description('run the service until SIGTERM or SIGINT').action(async () => {
    const told = new Promise<undefined>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(undefined))
    })
    const config = loadConfig()
    const service = await Promise.race([serve(config), told])
    if (!service) return endAtOnce()
    print(config.ROLE === 'worker' ? presence(service) : welcome(service))
    await told
    await service.stop()
  })

/** A start may wait for a store, or rebuild, for minutes. It may be killed at any moment, and has promised nobody anything. */
function endAtOnce(): never {
  printError('told to stop before the service had started')
  process.exit(EXIT.done)
}

const presence = ({ url, house }: Service): string => `
mailproof listens on ${url}
its data is in       ${house.place}
`

const welcome = (service: Service): string => `${presence(service)}
Make an account and verify an address (paste both lines):

  KEY=$(curl -s ${service.url}/v1/accounts/create -H 'Content-Type: application/json' -d '{"email":"you@example.com"}' | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')
  curl -s ${service.url}/v1/verify -H 'Content-Type: application/json' -H "X-API-Key: $KEY" -d '{"email":"someone@gmail.com"}'
`
