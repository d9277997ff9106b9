// Carries out any point of the space of attacks.
import { setTimeout as sleep } from 'node:timers/promises'
import { newApiKey } from '../../../../src/features/accounts/apiKey.js'
import type { Strikes } from '../attack.js'
import { isPublished, type Point } from '../point/point.js'
import { openingOf, type Wire, type WireOptions, wiresOf } from '../point/wire.js'
import { type Connection, pauseOn } from './connection.js'
import { prepareIdentity } from './identity.js'
import type { AttackerTools } from './tools.js'

const DRIP_MS = 1_000
const PAUSE_MS = 4_000
/** How long a connection whose responses are not read stays open. */
const UNREAD_MS = 300
/** Held connections of one attack, whatever the service does with them. */
const MAX_HELD = 5_000
/** Generated in advance: a key costs the attacker more than the service. */
const UNKNOWN_KEYS = 20_000

export async function interpret(point: Point, tools: AttackerTools): Promise<Strikes> {
  const { identity, transport, completeness, concurrency, reading, pace } = point
  const { key, ids, origin } = await prepareIdentity(point, tools)
  const unknown = identity === 'unknown' ? Array.from({ length: UNKNOWN_KEYS }, () => newApiKey(false)) : []
  let keys = 0
  const options: WireOptions = {
    host: tools.host,
    ids,
    origin,
    key: () => key ?? unknown[keys++ % unknown.length],
  }
  const wires = wiresOf(point, options)
  const idle: Connection[] = []
  const isHeld = completeness === 'held'
  const isVisitor = isPublished(point)
  let turn = 0
  let held = 0

  async function open(signal: AbortSignal): Promise<Connection> {
    const connection = await tools.open({ reading, keepsOpen: isHeld, isVisitor }, signal)
    if (transport !== 'websocket') return connection
    const [upgrade, init] = openingOf(options)
    await connection.write(upgrade)
    await connection.responses(reading === 'never' ? 0 : 1)
    connection.upgrade()
    await connection.write(init)
    await connection.responses(reading === 'never' ? 0 : 1)
    return connection
  }

  /** Sends the part of a wire that the point wants. */
  async function send(connection: Connection, wire: Wire, signal: AbortSignal): Promise<void> {
    const { head, stream, step } = wire
    const all = stream.length
    const until = { finished: all, abandoned: Math.ceil(all / 2), held: all - Math.min(step, all) }[completeness]
    const lastStep = Math.max(0, until - step)
    const write = pace === 'drip' ? step : wire.write
    await writePart(connection, head, 0, wire)
    for (let at = 0; at < until && !connection.closed && !signal.aborted; ) {
      const end = Math.min(at + write, pace === 'pause' && at < lastStep ? lastStep : until)
      await writePart(connection, stream.subarray(at, end), ((end - at) / all) * wire.requests, wire)
      at = end
      if (pace === 'drip') await pauseOn(connection, DRIP_MS)
      else if (pace === 'pause' && at === lastStep) await pauseOn(connection, PAUSE_MS)
    }
  }

  async function writePart(connection: Connection, bytes: Buffer, requests: number, wire: Wire): Promise<void> {
    if (bytes.length === 0) return
    await tools.uplink.write(bytes.length, requests)
    await connection.write(bytes)
    if (wire.write < 1_024) await yieldSometimes()
  }

  return {
    concurrency,
    async strike(signal) {
      if (held >= MAX_HELD) return void (await sleep(PAUSE_MS, undefined, { ref: false }))
      const connection = idle.pop() ?? (await open(signal))
      const wire = wires[turn++ % wires.length]!
      await send(connection, wire, signal)
      if (isHeld) {
        held++
        return connection.end()
      }
      if (completeness === 'abandoned') return connection.destroy()
      if (reading === 'never') await sleep(UNREAD_MS, undefined, { ref: false })
      else await connection.responses(wire.requests)
      if (pace === 'pause') await pauseOn(connection, PAUSE_MS)
      if (connection.closed || reading === 'never') connection.destroy()
      else idle.push(connection)
    },
  }
}

let writes = 0

/** Small writes would otherwise leave no turn to timers and to what arrives. */
const yieldSometimes = (): Promise<unknown> | undefined => (writes++ % 256 === 0 ? sleep(0) : undefined)
