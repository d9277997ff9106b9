// The webhooks feature over real stores, with receivers, for its suites.
import { join } from 'node:path'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createOutbound } from '../../src/adapters/outbound/outbound.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { createEventing } from '../../src/eventing/eventing.js'
import type { Caller } from '../../src/features/accounts/index.js'
import { verificationProjections } from '../../src/features/verification/index.js'
import { createWebhooks, type WebhooksDependencies, webhookProjections } from '../../src/features/webhooks/index.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Outbound } from '../../src/kernel/ports/outbound.js'
import { type Position, START } from '../../src/kernel/position.js'
import { ada, keyId } from '../../testbed/given/accountEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { createManualJobs } from './manualJobs.js'

export const BEGIN = Date.UTC(2026, 10, 21, 9)
export const SECOND = 1_000
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const callerOf = (account = ada, differs: Partial<Caller> = {}): Caller => ({
  account,
  key: keyId('first'),
  sandbox: false,
  plan: 'growth',
  perMinute: 600,
  perMonth: 50_000,
  ...differs,
})

export function actorOf(id = ada) {
  const commandId = newId()
  return { id, correlationId: commandId, commandId }
}

const noNames = {
  a: async () => ({ outcome: 'no_name', ttl: 1 }) as const,
  aaaa: async () => ({ outcome: 'no_name', ttl: 1 }) as const,
}

/** The real outbound client, which may call this machine. */
export const realOutbound = (): Outbound => createOutbound({ resolver: noNames, allowedSubnets: ['127.0.0.0/8'] })

/**
 * Webhooks over real stores; the test controls time and jobs.
 * @param at directory of another process's stores; a new directory by default
 */
export async function openWebhooks(given: Partial<WebhooksDependencies> = {}, at?: string) {
  const directory = at === undefined ? tempDirectory() : { path: at, remove() {} }
  const clock = { time: BEGIN, now: () => clock.time }
  const store = createLmdbEventStore({ path: join(directory.path, 'events.mdb'), clock })
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey: Buffer.alloc(32, 7) })
  const projections = [...verificationProjections, ...webhookProjections]
  const flow = await createEventing({ store, documents, projections, clock, log: silentLog })
  flow.runner.start()
  const manual = createManualJobs(clock)
  const outbound = given.outbound ?? realOutbound()
  const changed: string[] = []
  const dependencies: WebhooksDependencies = {
    eventing: flow.eventing,
    documents,
    vault,
    jobs: manual.jobs,
    clock,
    log: silentLog,
    deriveKey: createKeyDerivation(Buffer.alloc(32, 9)),
    random: () => 0.5,
    version: '1.2.3',
    baseUrl: 'https://mailproof.test',
    count: () => {},
    presentAnswer: (notice) => (notice.api === 'v1' ? { email: notice.result.email } : { email: notice.email }),
    getEndedBatch: async () => undefined,
    downloadPathOf: (batch) => `/v1/batch/${batch}/download?at=${clock.time}`,
    subscribersChanged: (account) => void changed.push(account),
    ...given,
    outbound,
  }
  const webhooks = createWebhooks(dependencies)
  let reacted: Position = START

  async function eventsAfter(after: Position): Promise<Recorded[]> {
    const events: Recorded[] = []
    for await (const event of store.readAll({ after })) events.push(event)
    return events
  }

  /** Events after the reactor's checkpoint; the same ones until `react` advances it. */
  async function unseen() {
    const events = await eventsAfter(reacted)
    return events.filter(({ type }) => webhooks.reactor.types.has(type as never)) as Parameters<
      typeof webhooks.reactor.react
    >[0]
  }

  return {
    ...webhooks,
    /** Another instance over the same stores, as in another or a restarted process. */
    again: (differs: Partial<WebhooksDependencies> = {}) => createWebhooks({ ...dependencies, ...differs }),
    clock,
    store,
    documents,
    vault,
    flow,
    directory: directory.path,
    /** Accounts whose webhooks were reported as changed. */
    changed: changed as readonly string[],
    enqueued: manual.enqueued,
    /** Tenants of the jobs, by endpoint. */
    tenants: manual.tenants,
    /** Runs the due jobs, and those that they enqueue, with this handler. */
    runJobs: (handler = webhooks.deliver) => manual.run(handler),
    unseen,
    append: (stream: string, ...events: DomainEvent[]) => flow.eventing.append(stream, events, actorOf(), 'any'),
    events: () => eventsAfter(START),
    async react(): Promise<void> {
      await webhooks.reactor.react(await unseen())
      reacted = await store.head()
    },
    async close(): Promise<void> {
      await outbound.close()
      await flow.runner.stop()
      await Promise.all([store.close(), documents.close(), vault.close()])
      directory.remove()
    },
  }
}

/** The addresses of a batch without notifications. */
export async function* noEmails(): AsyncGenerator<string> {}

export type WebhooksWorld = Awaited<ReturnType<typeof openWebhooks>>
