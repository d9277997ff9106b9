// Installs newer lists for all processes of an installation, and goes back to the version before.
import { type Clock, iso } from '../../../kernel/clock.js'
import { Failure } from '../../../kernel/failure.js'
import type { Log } from '../../../kernel/log.js'
import type { Downloader } from '../../../kernel/ports/outbound.js'
import { createInUse, describeEmbedded } from './status.js'
import { DamagedLists, type ListState, type ListStore, type LoadedState } from './store.js'
import { collect } from './update/collect.js'
import { prepareApart } from './update/prepareApart.js'
import { ListsRefused } from './update/refused.js'
import { ListsUnreachable } from './update/unreachable.js'
import { dayOf, hasSameContent, versionInUse } from './versions.js'

interface UpdatesDependencies {
  readonly store: ListStore
  readonly get: Downloader['get']
  readonly clock: Clock
  readonly log: Log
  /** Default: in a process of its own. */
  readonly prepare?: typeof prepareApart
}

interface UpdateOptions {
  /** URL of a registry or a list file, or a path; see `collect`. */
  readonly from: string
  /** Whether a version that was rolled back stays so. */
  readonly automatic: boolean
  readonly signal?: AbortSignal
}

export type UpdateOutcome =
  | { readonly outcome: 'updated'; readonly version: string; readonly added: number; readonly removed: number }
  | { readonly outcome: 'unchanged'; readonly version: string }
  | { readonly outcome: 'refused' | 'unreachable'; readonly version: string; readonly reason: string }

export type ListUpdates = ReturnType<typeof createListUpdates>

/** Installs versions of the lists for all processes of an installation; they follow within seconds. */
export function createListUpdates({ store, get, clock, log, prepare = prepareApart }: UpdatesDependencies) {
  const embedded = describeEmbedded()
  const shown = (version: string | null): string => version ?? embedded.version
  const inUse = createInUse({ store, embedded })

  async function install(options: UpdateOptions): Promise<UpdateOutcome> {
    const { installed, ...loaded } = await inUse()
    const used = installed && (await readUnlessDamaged(installed.version))
    const { version, sources } = used ? installed : embedded
    const unchanged = async (superseded = false): Promise<UpdateOutcome> => {
      const { failure: _, ...state } = loaded.state
      await store.replace(loaded, { ...state, checkedAt: iso(clock.now()), superseded })
      return { outcome: 'unchanged', version }
    }
    const { from, automatic, signal } = options
    const material = await collect(from, { get, used: sources, signal })
    if (!material) return unchanged()
    const candidate = await prepare({ material, installed: used, today: dayOf(iso(clock.now())) }, signal)
    if (hasSameContent(candidate.version, version)) return unchanged()
    const { withdrawn, previous } = loaded.state
    if (automatic && withdrawn !== undefined && hasSameContent(candidate.version, withdrawn)) return unchanged(true)
    const now = iso(clock.now())
    await store.write(candidate, now)
    const state: ListState = {
      current: candidate.version,
      previous: { version: used ? version : null },
      checkedAt: now,
    }
    await replaceOrFail(loaded, state)
    await removeUnused([previous?.version, loaded.state.current], state)
    const { added, removed } = candidate
    return { outcome: 'updated', version: candidate.version, added, removed }
  }

  /** Damaged lists are replaced as if they were not there. */
  async function readUnlessDamaged(version: string): Promise<Buffer | undefined> {
    try {
      return await store.read(version)
    } catch (error) {
      if (error instanceof DamagedLists) return undefined
      throw error
    }
  }

  async function replaceOrFail(loaded: LoadedState, state: ListState): Promise<void> {
    if (!(await store.replace(loaded, state)))
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'Another process changed the lists at the same time; see mailproof lists status.',
      )
  }

  async function removeUnused(versions: readonly (string | null | undefined)[], { current, previous }: ListState) {
    for (const version of new Set(versions))
      if (version && version !== current && version !== previous?.version) await store.remove(version)
  }

  async function noteFailure(kind: 'refused' | 'unreachable', reason: string): Promise<UpdateOutcome> {
    const loaded = await store.load()
    const failure = { at: iso(clock.now()), kind, reason }
    await store.replace(loaded, { ...loaded.state, failure })
    const version = shown(versionInUse(loaded.state.current, embedded.version))
    log.warn({ kind, reason, version }, 'the lists could not be updated; those in use stay')
    return { outcome: kind, version, reason }
  }

  return {
    /** @throws Failure SERVICE_UNAVAILABLE if two updates finish at the same time */
    async update(options: UpdateOptions): Promise<UpdateOutcome> {
      try {
        const done = await install(options)
        if (done.outcome === 'updated') log.info(done, 'the lists have been updated')
        return done
      } catch (error) {
        if (error instanceof ListsRefused) return noteFailure('refused', error.message)
        if (error instanceof ListsUnreachable) return noteFailure('unreachable', error.message)
        throw error
      }
    },

    /** Goes back to the version before. @throws Failure NOT_FOUND if there is none; SERVICE_UNAVAILABLE as `update` */
    async rollBack(): Promise<{ readonly version: string; readonly withdrawn: string }> {
      const loaded = await store.load()
      const { current, previous, failure: _, ...kept } = loaded.state
      const used = versionInUse(current, embedded.version)
      if (!previous || used === null)
        throw new Failure('NOT_FOUND', 'There is no earlier version of the lists to go back to.')
      const state: ListState = { ...kept, current: previous.version, withdrawn: used, superseded: true }
      await replaceOrFail(loaded, state)
      await removeUnused([current], state)
      const version = shown(versionInUse(state.current, embedded.version))
      log.info({ version, withdrawn: used }, 'the lists have been rolled back')
      return { version, withdrawn: used }
    },
  }
}
