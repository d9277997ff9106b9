// Reads connections in a way that can stop in the middle of a read.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { siteOf } from '../clientNetwork.js'

/** How long connections of a site are read carefully after it sent content in too many pieces. */
const SUSPECT_MS = 60_000
/** Suspects above which all connections are read carefully: somebody has many addresses, and the next one is new. */
const MANY_SUSPECTS = 8
const MAX_SUSPECTS = 10_000

const STOP = new Error('The rest of this read is not parsed.')

/**
 * Node's parser takes 64 KiB from a socket and emits each chunk in them, up to eleven thousand, even if the first one
 * destroys the connection: 7 ms for each connection of somebody who opens one after the other. Passed to the parser by a
 * `data` listener, the same read ends with the first exception. That costs 2 to 3 µs per read, so it is done for suspects
 * only, and for all while there are many. Nobody is refused for it, and a proxy may be a suspect.
 */
interface CarefulReading {
  /** From now on, connections of the site of this address are read carefully. */
  suspect(address: string): void
  /** Call it while a piece is parsed. @returns unless its connection is read carefully: then it ends the parsing. */
  stopParsing(): void
}

/** Call it before anything else listens for connections. */
export function createCarefulReading(): CarefulReading & { watch(server: Server): void } {
  const suspects = new LRUCache<string, true>({ max: MAX_SUSPECTS, ttl: SUSPECT_MS })
  /** Connections that belong to the parser, and what passes their bytes to it if they are read carefully. */
  const connections = new Map<Socket, ((bytes: Buffer) => void) | undefined>()
  let isParsing = false
  let allUntil = Number.NEGATIVE_INFINITY

  const isSuspect = (socket: Socket): boolean =>
    performance.now() < allUntil || (suspects.size > 0 && suspects.has(siteOf(socket.remoteAddress ?? '')))

  function readCarefully(socket: Socket): void {
    const [parse] = socket.listeners('data')
    if (!parse) return
    const pass = (bytes: Buffer): void => {
      isParsing = true
      try {
        parse.call(socket, bytes)
      } catch (error) {
        if (error !== STOP) throw error
      } finally {
        isParsing = false
      }
    }
    connections.set(socket, pass)
    // Node reads the socket without its stream until another listener is added.
    socket.removeAllListeners('data').on('data', pass)
  }

  return {
    watch(server) {
      server.on('connection', (socket: Socket) => {
        connections.set(socket, undefined)
        socket.once('close', () => connections.delete(socket))
        if (isSuspect(socket)) readCarefully(socket)
      })
      server.prependListener('upgrade', (_request, socket: Socket) => {
        const pass = connections.get(socket)
        if (pass) socket.removeListener('data', pass)
        connections.delete(socket)
      })
    },
    suspect(address) {
      const now = performance.now()
      const areAll = now < allUntil
      const site = siteOf(address)
      const isKnown = suspects.has(site)
      suspects.set(site, true)
      if (!areAll) suspects.purgeStale()
      if (suspects.size >= MANY_SUSPECTS) allUntil = now + SUSPECT_MS
      if (areAll || (isKnown && now >= allUntil)) return
      for (const [socket, pass] of connections) if (!pass && isSuspect(socket)) readCarefully(socket)
    },
    stopParsing() {
      if (isParsing) throw STOP
    },
  }
}
