// Refuses stores that are not those of the installation, and keeps the record by which that is seen.
import { readableEventAt } from '../../eventing/readableEventAt.js'
import { pause } from '../../kernel/concurrency/pause.js'
import type { NewEvent } from '../../kernel/envelope.js'
import { newId } from '../../kernel/ids.js'
import type { Log } from '../../kernel/log.js'
import { type EventStore, StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { GuardRecord } from '../../kernel/ports/guard.js'
import { later, type Position, START } from '../../kernel/position.js'
import type { Resources } from '../../kernel/resources.js'
import { InstallationError } from './error.js'
import { CHECK_OWNER, type GuardedStores, type Inspected, inspect } from './inspect.js'
import { judge } from './judge.js'

/** How old the newest position in the record may be, in milliseconds: a write per append would cost as much as the append. */
const REFRESH_MS = 10_000

interface GuardOptions {
  readonly stores: GuardedStores
  readonly log: Log
  /** Whether the log was replaced while this process ran: a shorter one of the installation is then taken as it is. */
  readonly isRestart: boolean
}

/**
 * Compares the stores with the guard record. An installation without one gets it.
 * @throws InstallationError if something is missing, shorter, foreign or newer; StoreUnavailable
 */
export async function openGuard({ stores, log, isRestart }: GuardOptions) {
  const inspected = await inspect(stores)
  const problem = judge(inspected)
  if (problem && !(problem.kind === 'shorter' && isRestart)) throw new InstallationError(problem)
  const current = await currentRecord(stores, inspected)
  if (problem) {
    log.warn({ problem: problem.message }, 'the log was replaced by a shorter one while the service ran')
    await writeAll(stores, () => current)
  } else await agree(stores, current)
  let { schemas } = current
  let last = current.newest

  /** Records the newest position, unless the log has not grown. */
  async function refresh(): Promise<void> {
    const { newest, event } = await newestIn(stores.events)
    if (newest === last) return
    await writeAll(stores, (before) => before && merged(before, { newest, event, schemas }))
    last = newest
  }

  return {
    /** Records types and versions before the first event that has them is appended. */
    guarded: (store: EventStore): EventStore => ({
      ...store,
      async append(stream, events, options) {
        if (events.some(isUnrecorded)) await record(events).catch(unavailable)
        return store.append(stream, events, options)
      },
    }),
    /** Keeps the record fresh until the stores are closed. */
    keep(closing: Resources): void {
      const stopping = new AbortController()
      const kept = refreshUntil(stopping.signal)
      closing.add(async () => {
        stopping.abort()
        await kept
      })
    },
  }

  async function refreshUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(REFRESH_MS, signal)
      await refresh().catch((error: unknown) => log.warn({ error }, 'the guard record could not be written'))
    }
  }

  function isUnrecorded({ type, meta }: NewEvent): boolean {
    return (schemas[type] ?? 0) < Number(meta.schema) && meta.ignorable === undefined
  }

  async function record(events: readonly NewEvent[]): Promise<void> {
    const added = events.filter(isUnrecorded).map(({ type, meta }) => [type, Number(meta.schema)])
    const next = highest(schemas, Object.fromEntries(added))
    await writeAll(stores, (before) => before && { ...before, schemas: highest(before.schemas, next) })
    schemas = highest(schemas, next)
  }
}

/** Nothing was appended: the caller may repeat it. */
function unavailable(cause: unknown): never {
  throw cause instanceof StoreUnavailable
    ? cause
    : new StoreUnavailable('the guard record could not be written', { cause })
}

/** The record of the stores as they are. Keeps what does not change of the one before. */
export async function currentRecord(
  { events, vault }: GuardedStores,
  { record, vault: { opensCheck } }: Pick<Inspected, 'record' | 'vault'>,
): Promise<GuardRecord> {
  const installation = record?.installation ?? newId()
  const vaultCheck = record && opensCheck ? record.vaultCheck : await vault.seal(CHECK_OWNER, installation)
  return { installation, ...(await newestIn(events)), vaultCheck, schemas: record?.schemas ?? {} }
}

/**
 * Writes the record where there is none, and adds to those that there are. Of processes that open a new installation at the
 * same time, one is the first to write the first place, and all of them take that record to the others.
 */
async function agree(stores: GuardedStores, current: GuardRecord): Promise<void> {
  const [first, ...others] = stores.guards
  if (!first) return
  await writeAll({ guards: [first] }, (before) => merged(before ?? current, current))
  const agreed = (await first.read()) ?? current
  await writeAll({ guards: others }, (before) => merged(before ?? agreed, current))
}

/** Writes the record in every place; one that another process has written meanwhile stays. */
export async function writeAll(
  { guards }: Pick<GuardedStores, 'guards'>,
  change: (before: GuardRecord | undefined) => GuardRecord | undefined,
): Promise<void> {
  for (const guard of guards) {
    await guard.update((before) => {
      const after = change(before)
      return JSON.stringify(after) === JSON.stringify(before) ? undefined : after
    })
  }
}

async function newestIn(events: EventStore): Promise<{ newest: Position; event?: string }> {
  const newest = await events.head()
  if (newest === START) return { newest }
  const event = await readableEventAt(events, newest)
  return { newest, ...(event && { event: event.id }) }
}

type Progress = Pick<GuardRecord, 'newest' | 'schemas'> & { readonly event?: string | undefined }

/** Two records of one installation: the later position with its event, and the highest versions. */
function merged(before: GuardRecord, { newest, event, schemas }: Progress): GuardRecord {
  const { event: eventBefore, ...rest } = before
  const isLater = newest > before.newest
  const id = isLater ? event : eventBefore
  return {
    ...rest,
    newest: later(before.newest, newest),
    ...(id && { event: id }),
    schemas: highest(before.schemas, schemas),
  }
}

type Schemas = GuardRecord['schemas']

function highest(a: Schemas, b: Schemas): Schemas {
  const all = new Map(Object.entries(a))
  for (const [type, version] of Object.entries(b)) all.set(type, Math.max(version, all.get(type) ?? 0))
  return Object.fromEntries([...all].sort(([x], [y]) => (x < y ? -1 : 1)))
}
