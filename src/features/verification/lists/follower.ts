// Switches a process to the lists that its installation uses, and to changed files of the operator.
import type { Clock } from '../../../kernel/clock.js'
import type { Log } from '../../../kernel/log.js'
import type { EngineWithLists } from '../engine/engine.js'
import type { Lists } from '../engine/lists/lists.js'
import { loadLists } from '../engine/lists/loadLists.js'
import { createOperatorFile } from './operator/operatorFile.js'
import { withOperatorLists } from './operator/operatorLists.js'
import { DamagedLists, type ListState, type ListStore } from './store.js'
import { currentSince, versionInUse } from './versions.js'

/** How often a process looks for another version and for changed files. */
const INTERVAL_MS = 1_000

interface OperatorPaths {
  readonly allow: string | undefined
  readonly deny: string | undefined
}

interface FollowerDependencies {
  /** Undefined for a process without stores, which uses the lists that ship with the program. */
  readonly store?: Pick<ListStore, 'load' | 'read'>
  /** The lists that ship with the program. */
  readonly embedded: Lists
  /** Uses these lists, until they change. */
  readonly engine: Pick<EngineWithLists, 'setLists'>
  readonly paths: OperatorPaths
  readonly clock: Clock
  readonly log: Log
}

/** What a process uses now. */
export interface ListsInUse {
  readonly version: string
  /** When they were last known to be the newest: milliseconds since the epoch. */
  readonly currentAt: number
  /** What is wrong, as sentences: mistakes in the operator's files, a damaged version. */
  readonly problems: readonly string[]
}

/**
 * Keeps the lists of one process up to date: those that the installation uses, and those of the operator's files. Each
 * change takes effect between two verdicts. Only one version is in memory.
 */
export function createListFollower({ store, embedded, engine, paths, clock, log }: FollowerDependencies) {
  const allow = createOperatorFile({ setting: 'LISTS_ALLOW_FILE', path: paths.allow, log })
  const deny = createOperatorFile({ setting: 'LISTS_DENY_FILE', path: paths.deny, log })
  const { version: embeddedVersion } = embedded
  let lists = embedded
  let installed: string | null = null
  let state: ListState = { current: null }
  /** What could not be used; it is tried again once the state is another. */
  let damaged: ListState | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function follow(): Promise<void> {
    const changed = [await allow.refresh(), await deny.refresh()]
    if (changed.includes(true)) setLists()
    if (store && (await switchTo(store))) setLists()
  }

  const setLists = (): void =>
    engine.setLists(withOperatorLists(lists, { allow: allow.entries(), deny: deny.entries() }))

  /** @returns whether the lists are others now */
  async function switchTo({ load, read }: NonNullable<typeof store>): Promise<boolean> {
    state = (await load()).state
    const wanted = versionInUse(state.current, embeddedVersion)
    if (wanted === installed) damaged = undefined
    if (wanted === installed || isSameState(state, damaged)) return false
    try {
      lists = await loadVersion(wanted, read)
      installed = wanted
      damaged = undefined
      log.info({ version: lists.version }, 'the lists have changed')
      return true
    } catch (error) {
      if (!(error instanceof DamagedLists)) throw error
      damaged = state
      log.error({ problem: error.message, version: lists.version }, 'the installed lists cannot be used')
      return false
    }
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      // A store that does not answer is shown by its own health check.
      looking = follow().catch(() => {})
      void looking.then(() => timer && scheduleNext())
    }, INTERVAL_MS).unref()
  }

  return {
    /** Loads what is to be used, then follows changes. Rejects as the store does. */
    async start(): Promise<void> {
      await follow()
      scheduleNext()
    },
    inUse(): ListsInUse {
      const lost = damaged && `the lists ${damaged.current} are damaged; ${lists.version} is used`
      return {
        version: lists.version,
        currentAt: currentSince({ version: lists.version, embedded: embeddedVersion, ...state }, clock.now()),
        problems: [allow.problem(), deny.problem(), lost].filter((problem) => problem !== undefined),
      }
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      await looking
    },
  }
}

const isSameState = (a: ListState, b: ListState | undefined): boolean =>
  a.current === b?.current && a.checkedAt === b.checkedAt

const loadVersion = async (version: string | null, read: ListStore['read']): Promise<Lists> =>
  loadLists(version === null ? undefined : await read(version))
