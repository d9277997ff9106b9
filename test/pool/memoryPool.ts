// The signal pool over a log and read models in memory, folded at each append: fast enough for thousands of runs.
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import type { Eventing, ReadModel } from '../../src/eventing/eventing.js'
import { newEvents } from '../../src/eventing/newEvents.js'
import type { AnyProjection } from '../../src/eventing/projection.js'
import type { SharedResult } from '../../src/features/pool/events.js'
import {
  createExportContributions,
  createPool,
  type PoolDependencies,
  poolProjections,
} from '../../src/features/pool/index.js'
import { iso } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { derivedId } from '../../src/kernel/ids.js'
import type { Document, Find } from '../../src/kernel/ports/documentStore.js'
import { ConcurrencyConflict, type ReadAllOptions } from '../../src/kernel/ports/eventStore.js'
import { START } from '../../src/kernel/position.js'
import { DAY, deriveKey } from '../../testbed/features/poolFlow.js'
import { sharedResult } from '../../testbed/given/poolEvents.js'

type Documents = Map<string, Document>

/** Compares index values, whose types are equal. */
const compare = (one: unknown, other: unknown): number =>
  one === other ? 0 : (one as string) < (other as string) ? -1 : 1

function readerOf({ indexes = {} }: AnyProjection, documents: Documents) {
  function matching({ index, equals = {}, range = {}, reverse = false }: Omit<Find, 'limit'>) {
    const members = indexes[index]!
    const bounded = members[Object.keys(equals).length]!
    const memberOf = ([id, document]: [string, Document], member: string) => (member === '_id' ? id : document[member])
    const found = [...documents].filter(
      (each) =>
        Object.entries(equals).every(([member, value]) => each[1][member] === value) &&
        (range.from === undefined || compare(memberOf(each, bounded), range.from) >= 0) &&
        (range.to === undefined || compare(memberOf(each, bounded), range.to) < 0),
    )
    const order = (one: [string, Document], other: [string, Document]): number =>
      members.reduce((sign, member) => sign || compare(memberOf(one, member), memberOf(other, member)), 0)
    found.sort(order)
    return reverse ? found.reverse() : found
  }
  return {
    get: async (id: string) => {
      const document = documents.get(id)
      return document && { id, position: START, document }
    },
    getMany: async (ids: readonly string[]) => ids.map((id) => documents.get(id)),
    find: async ({ limit, skip = 0, ...query }: Find) => ({
      items: matching(query)
        .slice(skip, skip + limit)
        .map(([id, document]) => ({ id, position: START, document })),
    }),
    count: async (query: Omit<Find, 'limit'>) => matching(query).length,
  }
}

/** @param start milliseconds since the epoch */
export function openMemoryPool(
  start: number,
  settings: Pick<
    PoolDependencies,
    'minContributors' | 'contributorMinDays' | 'domainMinAddresses' | 'domainMinContributors'
  >,
) {
  const clock = { time: start, now: () => clock.time }
  const log: Recorded[] = []
  const models = new Map(poolProjections.map((projection) => [projection.name, new Map<string, Document>()]))

  function fold(event: Recorded): void {
    for (const { name, keys, apply } of poolProjections) {
      const documents = models.get(name)!
      for (const id of keys(event)) {
        const document = apply(documents.get(id), event, id)
        if (document === null) documents.delete(id)
        else documents.set(id, document)
      }
    }
  }

  const eventing = {
    async append(stream, events, actor, expected) {
      const last = log.findLast((event) => event.stream === stream)?.revision
      const isExpected = expected === 'any' || (expected === 'no_stream' ? last === undefined : last === expected)
      if (!isExpected) throw new ConcurrencyConflict(stream, expected, last ?? 'no_stream')
      for (const [index, event] of newEvents(stream, events, actor).entries()) {
        const position = (log.length + 1).toString(16).padStart(START.length, '0')
        const revision = (last ?? -1n) + 1n + BigInt(index)
        const recorded = { ...event, stream, revision, position, recordedAt: iso(clock.time) } as Recorded
        log.push(recorded)
        fold(recorded)
      }
      return { position: log.at(-1)!.position, revision: log.at(-1)!.revision }
    },
    async *readStream(stream, { from } = {}) {
      const events = log.filter((event) => event.stream === stream && (from === undefined || event.revision <= from))
      yield* events.reverse()
    },
    exist: async (streams: readonly string[]) => streams.map((stream) => log.some((event) => event.stream === stream)),
    waitForPosition: async () => true,
    waitForHead: async () => true,
    head: async () => log.at(-1)?.position ?? START,
    versionToken: () => `${log.length}`,
    read: (projection: AnyProjection) =>
      readerOf(projection, models.get(projection.name)!) as unknown as ReadModel<never>,
  } as Partial<Eventing> as Eventing

  const policy = { ...settings, isBigProvider: (domain: string) => domain === 'gmail.com' }
  const pool = createPool({
    ...policy,
    eventing,
    ledger: createMemoryLedger({ clock }),
    clock,
    deriveKey,
    accounts: { getCreatedAt: () => iso(start - 400 * DAY), getKeyMask: async () => 'mask' },
  })
  const store = {
    async *readAll({ after = START, types }: ReadAllOptions = {}) {
      yield* log.filter(({ position, type }) => position > after && (!types || types.has(type)))
    },
    positionAt: async (time: number) =>
      log.findLast(({ recordedAt }) => Date.parse(recordedAt) <= time)?.position ?? START,
  }

  return {
    pool,
    clock,
    log: log as readonly Recorded[],
    append: (stream: string, event: { readonly type: string; readonly data: object }, name: string) =>
      eventing.append(
        stream,
        [event],
        { id: 'system', correlationId: derivedId(name), commandId: derivedId(name) },
        'any',
      ),
    exportContributions: createExportContributions({ ...policy, store, eventing, clock, deriveKey }),
    /** @param cause names the verification that shares the result */
    contribute: (account: string, cause: string, differs: Partial<SharedResult>) =>
      pool.contribute(
        account,
        { pool: 'public', result: sharedResult({ checkedAt: iso(clock.time), ...differs }) },
        { source: 'single', cause: derivedId(cause), group: null },
        { id: account, correlationId: derivedId(cause) },
      ),
  }
}

export type MemoryPool = ReturnType<typeof openMemoryPool>
