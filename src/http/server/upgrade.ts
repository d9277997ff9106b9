// Upgrades of connections to WebSocket.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { endAndDestroy } from '../../httpMessages/endAndDestroy.js'
import type { Upgrade } from '../../httpMessages/mountPoints.js'
import { rawRefusal } from './clientError.js'
import { closeFull, isAnswering, isFull } from './pipelining.js'
import type { RequestCheck } from './requestCheck.js'

const WEBSOCKET = /^websocket$/i
const OFFERED = Symbol('upgrade')
const TOO_MANY = Symbol('too many')

interface Offering extends IncomingMessage {
  [OFFERED]?: boolean
  [TOO_MANY]?: boolean
}

/** The path of a request target. */
const pathOf = (url = ''): string => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

/**
 * Handlers of WebSocket upgrades, by path. All other upgrade requests are handled as ordinary requests (RFC 9110 section
 * 7.8), also those that arrive before earlier requests were answered: as soon as there is an `upgrade` listener, Node
 * would pass it every request that offers any protocol, and some clients offer h2c with each request.
 *
 * A request too many to wait is passed to that listener, too: only so does Node's parser stop in the middle of a read,
 * which may hold a thousand more.
 */
export function createUpgrades(
  prototype: IncomingMessage,
  problemOf: RequestCheck,
): {
  readonly upgrades: Map<string, Upgrade>
  listen(server: Server): void
} {
  const upgrades = new Map<string, Upgrade>()
  const isUpgrade = ({ method, url, socket, headers: { upgrade } }: IncomingMessage): boolean =>
    method === 'GET' && WEBSOCKET.test(upgrade ?? '') && upgrades.has(pathOf(url)) && !isAnswering(socket)

  Object.defineProperty(prototype, 'upgrade', {
    configurable: true,
    get(this: Offering) {
      return this[TOO_MANY] === true || (this[OFFERED] === true && isUpgrade(this))
    },
    set(this: Offering, offered: boolean) {
      this[OFFERED] = offered
      if (isFull(this.socket)) this[TOO_MANY] = true
    },
  })
  return {
    upgrades,
    listen: (server) =>
      void server.on('upgrade', (request: Offering, socket: Duplex, head: Buffer) => {
        if (request[TOO_MANY]) return closeFull(socket)
        const problem = problemOf(request)
        if (problem) endAndDestroy(socket, rawRefusal(problem.status, problem.message))
        else upgrades.get(pathOf(request.url))!(request, socket, head)
      }),
  }
}
