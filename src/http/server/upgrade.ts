import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { endAndDestroy } from '../../web/endAndDestroy.js'
import type { Upgrade } from '../../web/mountPoints.js'
import { MISDIRECTED, rawRefusal } from './clientError.js'
import type { HostCheck } from './hostCheck.js'

const WEBSOCKET = /^websocket$/i
const OFFERED = Symbol('upgrade')

interface Offering extends IncomingMessage {
  [OFFERED]?: boolean
}

/** The path of a URL as requests carry it. */
const pathOf = (url = ''): string => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

/**
 * Requests that go on as WebSockets, by their path. All others stay what they are (RFC 9110 section 7.8): once somebody
 * listens for upgrades, Node would hand over every request that offers any protocol, and some clients offer h2c with
 * each of theirs.
 */
export function createUpgrades(
  prototype: IncomingMessage,
  isOurs: HostCheck,
): {
  readonly upgrades: Map<string, Upgrade>
  listen(server: Server): void
} {
  const upgrades = new Map<string, Upgrade>()
  const goesOn = ({ method, url, headers: { upgrade } }: IncomingMessage): boolean =>
    method === 'GET' && WEBSOCKET.test(upgrade ?? '') && upgrades.has(pathOf(url))

  Object.defineProperty(prototype, 'upgrade', {
    configurable: true,
    get(this: Offering) {
      return this[OFFERED] === true && goesOn(this)
    },
    set(this: Offering, offered: boolean) {
      this[OFFERED] = offered
    },
  })
  return {
    upgrades,
    listen: (server) =>
      void server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (isOurs(request.headers.host)) upgrades.get(pathOf(request.url))!(request, socket, head)
        else endAndDestroy(socket, rawRefusal(MISDIRECTED.status, MISDIRECTED.message))
      }),
  }
}
