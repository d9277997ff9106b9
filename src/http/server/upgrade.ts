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

/** The path of a request target. */
const pathOf = (url = ''): string => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

/**
 * Handlers of WebSocket upgrades, by path. All other upgrade requests are handled as ordinary requests (RFC 9110 section
 * 7.8): as soon as there is an `upgrade` listener, Node would pass it every request that offers any protocol, and some
 * clients offer h2c with each request.
 */
export function createUpgrades(
  prototype: IncomingMessage,
  isOwnHost: HostCheck,
): {
  readonly upgrades: Map<string, Upgrade>
  listen(server: Server): void
} {
  const upgrades = new Map<string, Upgrade>()
  const isUpgrade = ({ method, url, headers: { upgrade } }: IncomingMessage): boolean =>
    method === 'GET' && WEBSOCKET.test(upgrade ?? '') && upgrades.has(pathOf(url))

  Object.defineProperty(prototype, 'upgrade', {
    configurable: true,
    get(this: Offering) {
      return this[OFFERED] === true && isUpgrade(this)
    },
    set(this: Offering, offered: boolean) {
      this[OFFERED] = offered
    },
  })
  return {
    upgrades,
    listen: (server) =>
      void server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (isOwnHost(request.headers.host)) upgrades.get(pathOf(request.url))!(request, socket, head)
        else endAndDestroy(socket, rawRefusal(MISDIRECTED.status, MISDIRECTED.message))
      }),
  }
}
