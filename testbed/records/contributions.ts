// Reads contributions and verifications from a service's log, and waits until the pool has seen them.
import type { PoolEvent } from '../../src/features/pool/events.js'
import { poolProjections } from '../../src/features/pool/index.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { decidedProblems } from '../contract/eventSchemas.js'
import { eventually } from '../eventually.js'
import { collect } from '../given/events.js'
import type { InProcessService } from '../service/inProcess.js'

const MODELS = poolProjections.map(({ name }) => name)
const CONTRIBUTED = new Set(['ValidationContributed'])
const SHARING = new Set(['AddressVerified', 'AddressesVerified', 'BatchChunkVerified'])

/** All contributions in the log so far, each validated against its schema. */
export async function contributions({ service }: InProcessService): Promise<Recorded<PoolEvent>[]> {
  return (await validated(service, CONTRIBUTED)) as Recorded<PoolEvent>[]
}

/** Verifications in the log, each validated against its schema. */
export const verifications = ({ service }: InProcessService): Promise<Recorded[]> => validated(service, SHARING)

/** @throws Error if an event is not as its schema says */
async function validated({ container }: InProcessService['service'], types: ReadonlySet<string>): Promise<Recorded[]> {
  const all = await collect(container.store.readAll({ types }))
  for (const event of all) {
    const problems = decidedProblems(event)
    if (problems.length > 0) throw new Error(problems.join('; '))
  }
  return all
}

/** Waits until readers of the pool see the whole log. */
export async function poolSeen({ service: { container } }: InProcessService): Promise<void> {
  const head = await container.store.head()
  await eventually(() => container.eventing.waitForPosition(head, MODELS), Boolean)
}

/** Waits until this many contributions are made and visible, including those of batches. */
export async function contributed(api: InProcessService, count: number): Promise<Recorded<PoolEvent>[]> {
  const all = await eventually(
    () => contributions(api),
    ({ length }) => length >= count,
  )
  await poolSeen(api)
  return all
}
