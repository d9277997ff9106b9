// Shares the limits and pauses of asking mail servers between processes: a document per gate, written before asking.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.js'
import { createBatcher } from '../../../kernel/concurrency/batcher.js'
import { entryLimit } from '../../../kernel/entryLimit.js'
import { mailboxChecks } from '../../../kernel/limits.js'
import type { Collection, Stored } from '../../../kernel/ports/documentStore.js'
import { next, type Position } from '../../../kernel/position.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time.js'
import type { OtherPart, Part } from './gate.js'
import type { Gates, Sharing } from './gates.js'
import type { Entry, Pauses } from './pauses.js'

/** The part of one process; times in milliseconds since the epoch, by the clock that all processes share. */
interface PartRecord extends Omit<OtherPart, 'opened' | 'named'> {
  /** Id of the process. */
  readonly by: string
  readonly opened: readonly number[]
  readonly named: readonly number[]
}

/** What is known of an operator, a network or a domain. */
export type GateRecord = {
  readonly parts: readonly PartRecord[]
  readonly pause: Entry | null
}

export interface GateRecordsOptions {
  readonly collection: Collection<GateRecord>
  /** Id of a document, by the name of its gate. */
  readonly idOf: (key: string) => string
  readonly gates: Pick<Gates<unknown>, 'peek' | 'gateOf' | 'busy'>
  readonly pauses: Pick<Pauses, 'entry' | 'learn'>
  /** Id of this process. */
  readonly holder: string
  /** Whether no other process is alive: what others have recorded has ended with them. */
  readonly isAlone: boolean
  /** Shared by all processes. */
  readonly clock: Clock
  /** Monotonic milliseconds. */
  readonly now: () => number
}

export interface GateRecords extends Sharing {
  /** Reads what other processes know of these gates and domains. @throws StoreUnavailable */
  load(keys: readonly string[]): Promise<void>
  /** Has pauses recorded. @throws StoreUnavailable */
  pause(keys: readonly string[]): Promise<void>
  /** Waits until everything is recorded. */
  close(): Promise<void>
}

const { validMs, renewMs, marginMs, changedMs } = mailboxChecks.sharing
/** Records in one request. */
const MAX_WRITES = 500
/** The last position of all. */
export const LAST_POSITION: Position = 'f'.repeat(32)

const NOBODY: readonly PartRecord[] = []

/** Those who wait for a record to be written. */
interface Waiting {
  readonly giveBack: () => void
  readonly resolve: (confirmed: boolean) => void
  readonly reject: (error: unknown) => void
}

/** What the last read or write has shown. */
interface Known {
  readonly position: Position | undefined
  readonly parts: readonly PartRecord[]
  readonly pause: Entry | null
}

const UNKNOWN: Known = { position: undefined, parts: NOBODY, pause: null }

/**
 * Each record is written by compare-and-set, on what this process has taken together with what the others have: whoever
 * comes second reads what the first has taken, and gives back what is too much. A part ends unless it is renewed, so that
 * the connections of a process that dies are free after a minute; nobody is asked by a process whose part has ended.
 */
export function createGateRecords(options: GateRecordsOptions): GateRecords {
  const { collection, idOf, gates, pauses, holder, isAlone, clock, now } = options
  const startedAt = clock.now()
  const known = new LRUCache<string, Known>(entryLimit(mailboxChecks.sharing.remembered))
  let dirty = new Map<string, Waiting[]>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const renewal = setInterval(() => changed(gates.busy()), renewMs).unref()
  const sweeping = setInterval(() => void sweep().catch(() => undefined), HOUR_MS).unref()

  const read = createBatcher(async (requests: readonly (readonly string[])[]) => {
    const keys = [...new Set(requests.flat())]
    const found = await collection.getMany(keys.map(idOf))
    for (const [at, key] of keys.entries()) learn(key, found[at])
    return requests
  })

  function learn(key: string, found: Stored<GateRecord | null> | undefined): void {
    const document = found?.document
    const parts = document ? othersIn(document.parts) : NOBODY
    const pause = document?.pause ?? null
    known.set(key, { position: found?.position, parts, pause })
    if (pause) pauses.learn(key, pause)
    const gate = parts.length > 0 ? gates.gateOf(key) : gates.peek(key)
    if (gate) gate.others = parts.map(toOwnClock)
  }

  /** What still counts of other processes. */
  function othersIn(parts: readonly PartRecord[]): readonly PartRecord[] {
    const others = parts.filter(({ by }) => by !== holder).flatMap(alive)
    return others.length > 0 ? others : NOBODY
  }

  /** What still counts of a part. */
  function alive(part: PartRecord): PartRecord[] {
    const time = clock.now()
    const until = isAlone ? Math.min(part.until, startedAt) : part.until
    const opened = part.opened.filter((at) => at > time - MINUTE_MS - marginMs)
    const named = part.named.filter((at) => at > time - MINUTE_MS - marginMs)
    if (until + MINUTE_MS + marginMs <= time && opened.length + named.length === 0) return []
    const connections = isAlone ? 0 : part.connections
    return [{ ...part, until, connections, opened, named }]
  }

  /** Processes agree on the time up to a margin, so what others have done counts a little longer. */
  function toOwnClock({ by: _, until, opened, named, ...part }: PartRecord): OtherPart {
    const offset = now() - clock.now() + marginMs
    const own = (at: number) => at + offset
    return { ...part, until: own(until), opened: opened.map(own), named: named.map(own) }
  }

  function ownPart({ opened, named, ...part }: Part): PartRecord {
    const offset = clock.now() - now()
    const shared = (at: number) => Math.ceil(at + offset)
    const isBusy = part.connections + part.recipients + part.accounts > 0
    const until = clock.now() + (isBusy ? validMs : 0)
    return { by: holder, ...part, until, opened: opened.map(shared), named: named.map(shared) }
  }

  function documentOf(key: string, { parts, pause }: Known): GateRecord {
    const gate = gates.peek(key)
    const own = gate && !gate.isIdle ? [ownPart(gate.part)] : []
    const before = pause && pause.until > clock.now() ? pause : null
    return { parts: [...parts, ...own], pause: pauses.entry(key) ?? before }
  }

  /** Writes the records, until each is written or nothing is left to write. */
  async function save(batch: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
    const unread = [...batch.keys()].filter((key) => !known.has(key))
    if (unread.length > 0) await read(unread)
    let left: Map<string, readonly Waiting[]> = new Map(batch)
    while (left.size > 0) {
      left = new Map([...left].map(([key, waiting]) => [key, withoutExcess(key, waiting)]))
      const validUntil = now() + validMs - 2 * marginMs
      const written = [...left.keys()].map((key) => {
        const before = known.get(key) ?? UNKNOWN
        // A record that is made anew begins later than any before it.
        const position = before.position ? next(before.position) : firstPosition(clock.now())
        const parts = othersIn(before.parts)
        return { key, before: { ...before, parts }, position }
      })
      const conflicts = new Set(
        await collection.write(
          written.map(({ key, before, position }) => ({
            id: idOf(key),
            ...(before.position !== undefined && { expected: before.position }),
            position,
            document: documentOf(key, before),
          })),
        ),
      )
      const lost: typeof left = new Map()
      for (const { key, before, position } of written) {
        const waiting = left.get(key)!
        if (conflicts.has(idOf(key))) lost.set(key, waiting)
        else {
          known.set(key, { ...before, position })
          const gate = gates.peek(key)
          if (gate) gate.validUntil = validUntil
          for (const { resolve } of waiting) resolve(true)
        }
      }
      if (lost.size > 0) await read([...lost.keys()])
      left = lost
    }
  }

  /** Takes back what is more than the limits allow, what came last first. */
  function withoutExcess(key: string, waiting: readonly Waiting[]): readonly Waiting[] {
    const gate = gates.peek(key)
    const kept = [...waiting]
    while (kept.length > 0 && gate && !gate.isWithin) {
      const last = kept.pop()!
      last.giveBack()
      last.resolve(false)
    }
    return kept
  }

  async function drain(): Promise<void> {
    while (dirty.size > 0) {
      const entries = [...dirty]
      const batch = new Map(entries.slice(0, MAX_WRITES))
      dirty = new Map(entries.slice(MAX_WRITES))
      try {
        await save(batch)
      } catch (error) {
        for (const [key, waiting] of batch) {
          known.delete(key)
          for (const { giveBack, reject } of waiting) {
            giveBack()
            reject(error)
          }
        }
      }
    }
  }

  /** Starts at the end of the turn, with everything that has arrived in it. */
  function start(): Promise<void> {
    running ??= Promise.resolve()
      .then(drain)
      .finally(() => {
        running = undefined
        if (dirty.size > 0) void start()
      })
    return running
  }

  function add(key: string, waiting?: Waiting): void {
    const found = dirty.get(key)
    if (!found) dirty.set(key, waiting ? [waiting] : [])
    else if (waiting) found.push(waiting)
  }

  const write = (key: string, giveBack: () => void): Promise<boolean> =>
    new Promise((resolve, reject) => add(key, { giveBack, resolve, reject }))

  function changed(keys: readonly string[]): void {
    if (keys.length === 0) return
    for (const key of keys) add(key)
    timer ??= setTimeout(() => {
      timer = undefined
      void start()
    }, changedMs).unref()
  }

  /** Forgets what nobody needs any more. */
  async function sweep(): Promise<void> {
    const time = clock.now()
    const old: {
      readonly id: string
      readonly expected: Position
      readonly position: Position
      readonly document: null
    }[] = []
    for await (const { id, position, document } of collection.all()) {
      const { parts, pause } = document
      const isOver = parts.every(({ until, opened, named }) =>
        [until, ...opened, ...named].every((at) => at < time - SWEPT_AFTER_MS),
      )
      if (!isOver || (pause && pause.until > time - SWEPT_AFTER_MS)) continue
      old.push({ id, expected: position, position: next(position), document: null })
    }
    for (let at = 0; at < old.length; at += MAX_WRITES) await collection.write(old.slice(at, at + MAX_WRITES))
    await collection.sweep(LAST_POSITION)
  }

  return {
    async load(keys) {
      await read(keys)
    },

    look(key) {
      void read([key])
        .then(() => gates.peek(key)?.wake())
        .catch(() => undefined)
    },

    async confirm(keys, giveBack) {
      let isGiven = true
      const once = () => {
        if (isGiven) giveBack()
        isGiven = false
      }
      const writes = keys.map((key) => write(key, once))
      void start()
      const outcomes = await Promise.allSettled(writes)
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (!failed && outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value)) return true
      once()
      changed(keys)
      if (failed) throw failed.reason
      return false
    },

    changed,

    async pause(keys) {
      const writes = keys.map((key) => write(key, () => undefined))
      void start()
      await Promise.all(writes)
    },

    async close() {
      clearInterval(renewal)
      clearInterval(sweeping)
      clearTimeout(timer)
      await start()
    },
  }
}

/** A pause of a day is longer than any; the next one of its series begins within another. */
const SWEPT_AFTER_MS = 2 * DAY_MS

/** Of a record that is made now: later than any of one before it that was swept. @param time milliseconds since the epoch */
export const firstPosition = (time: number): Position =>
  time.toString(16).padEnd(20, '0').padStart(LAST_POSITION.length, '0')
