// The signal pool over real stores, without a transport, in any number of simulated processes.
import { join } from 'node:path'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { createEventing, type Eventing } from '../../src/eventing/eventing.js'
import { type Caller, PLAN_IDS } from '../../src/features/accounts/index.js'
import type { Origin } from '../../src/features/pool/decide.js'
import type { PoolEvent, SharedResult } from '../../src/features/pool/events.js'
import { createPool, type PoolDependencies, poolProjections } from '../../src/features/pool/index.js'
import { iso } from '../../src/kernel/clock.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { derivedId, newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { decidedProblems } from '../contract/eventSchemas.js'
import { ada, keyId } from '../given/accountEvents.js'
import { collect } from '../given/events.js'
import { sharedResult } from '../given/poolEvents.js'
import { tempDirectory } from '../tempDirectory.js'

export const BEGIN = Date.UTC(2026, 10, 21, 9)
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const deriveKey = createKeyDerivation(Buffer.alloc(32, 7))

export const accountNamed = (name: string): string => derivedId(`account ${name}`)

export const callerOf = (account = ada, plan: Caller['plan'] = PLAN_IDS[2]!): Caller => ({
  account,
  key: keyId('first'),
  sandbox: false,
  plan,
  perMinute: 600,
  perMonth: 50_000,
})

/** Wraps the log of a process. */
export interface Interference {
  readonly before?: (events: readonly DomainEvent[]) => unknown
  readonly after?: (events: readonly DomainEvent[]) => unknown
}

/** Pools on real stores in a new directory; any number of processes. Accounts are sixty days old. */
export async function openPoolFlow() {
  const directory = tempDirectory()
  const clock = { time: BEGIN, now: () => clock.time }
  const ages = new Map<string, number>()
  const closing: (() => Promise<unknown>)[] = []

  const openLog = () => createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock })
  const store = openLog()
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const flow = await createEventing({ store, documents, projections: poolProjections, clock, log: silentLog })
  const { eventing, runner } = flow
  runner.start()
  const names = poolProjections.map(({ name }) => name)

  /** Feature and stores of a process; a ledger is shared only if given. */
  async function openProcess({ before, after, ...given }: Interference & Partial<PoolDependencies> = {}) {
    const own = openLog()
    const { eventing: real } = await createEventing({ store: own, documents, projections: [], clock, log: silentLog })
    closing.push(() => own.close())
    const seen: Eventing = {
      ...eventing,
      load: real.load,
      append: async (stream, events, who, expected) => {
        await before?.(events)
        const appended = await real.append(stream, events, who, expected)
        await after?.(events)
        return appended
      },
    }
    return createPool({
      eventing: seen,
      ledger: createMemoryLedger({ clock }),
      clock,
      deriveKey,
      accounts: {
        getCreatedAt: (account) => iso(clock.time - (ages.get(account) ?? 60 * DAY)),
        getKeyMask: async ({ key }) => `mask of ${key}`,
      },
      minContributors: 1,
      contributorMinDays: 0,
      domainMinAddresses: 5,
      domainMinContributors: 3,
      isBigProvider: (domain) => domain === 'gmail.com',
      ...given,
    })
  }
  const pool = await openProcess()

  return {
    clock,
    store,
    documents,
    eventing,
    flow,
    directory: directory.path,
    pool,
    openProcess,
    /** The age of an account from now on; sixty days by default. */
    setAge: (account: string, days: number) => void ages.set(account, days * DAY),
    /** Contributes one by one, each with its own cause, and waits until readers see it. */
    async contribute(
      account: string,
      differs: Partial<SharedResult>,
      { name = 'public', ...origin }: Partial<Origin> & { readonly name?: string } = {},
      by: Pick<typeof pool, 'contribute'> = pool,
    ) {
      const shared = { pool: name, result: sharedResult({ checkedAt: iso(clock.time), ...differs }) }
      const whence: Origin = { source: 'single', cause: newId(), group: null, ...origin }
      return by.contribute(account, shared, whence, { id: account, correlationId: newId() })
    },
    /** Appends the decision of another feature. */
    async append(stream: string, event: DomainEvent): Promise<Recorded> {
      await eventing.append(stream, [event], { id: ada, correlationId: newId(), commandId: newId() }, 'any')
      const [last] = await collect(store.readStream(stream, { backwards: true, limit: 1 }))
      return last!
    },
    follow: async (): Promise<boolean> => eventing.waitForPosition(await eventing.head(), names),
    /** All contributions in the log, each validated against its schema. */
    async contributions(): Promise<Recorded<PoolEvent>[]> {
      const all = await collect(store.readAll({ types: new Set(['ValidationContributed']) }))
      for (const event of all) {
        const problems = decidedProblems(event)
        if (problems.length > 0) throw new Error(problems.join('; '))
      }
      return all as Recorded<PoolEvent>[]
    },
    async close() {
      for (const close of closing) await close()
      await runner.stop()
      await Promise.all([store.close(), documents.close()])
      directory.remove()
    },
  }
}

export type PoolFlow = Awaited<ReturnType<typeof openPoolFlow>>
