import type { PoolUse, ValidationContributed } from '../../src/features/pool/events.js'
import { poolProjections } from '../../src/features/pool/index.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { eventually } from '../eventually.js'
import type { InProcessService } from '../service/inProcess.js'
import { addressNamed, contributed, using } from './poolEvents.js'
import { addressVerified } from './verificationEvents.js'

const MODELS = poolProjections.map(({ name }) => name)
/** Maximum number of events per append, which may have half a megabyte. */
const AT_ONCE = 500

type Contribution = Partial<ValidationContributed['data']>

/** Writes contributions of accounts into the log of a service, without its checks, and waits until readers see them. */
export async function contributes(api: InProcessService, ...contributions: readonly Contribution[]): Promise<void> {
  for (const contribution of contributions) await justContributed(api, 1, contribution)
  await seen(api)
}

/** The same contribution many times. */
export async function contributesMany(api: InProcessService, count: number, contribution: Contribution): Promise<void> {
  for (let left = count; left > 0; left -= AT_ONCE) await justContributed(api, Math.min(AT_ONCE, left), contribution)
  await seen(api)
}

/** The same, without waiting until readers see it. */
export async function justContributed(api: InProcessService, count: number, contribution: Contribution): Promise<void> {
  const event = contributed({ address: addressNamed(newId()), ...contribution })
  const events = Array.from({ length: count }, () => event)
  await append(api, `address-${event.data.pool}.${event.data.address}`, events)
}

/** Writes a verification with a pool lookup into the log. */
export async function asksPool(
  api: InProcessService,
  use: PoolUse,
  verified: Partial<AddressVerified['data']> = {},
): Promise<void> {
  const event = using(addressVerified(verified), use)
  await append(api, `usage-${event.data.account}.2026-11`, [event])
  await seen(api)
}

async function seen({ service: { container } }: InProcessService): Promise<void> {
  const head = await container.eventing.head()
  await eventually(() => container.eventing.waitForPosition(head, MODELS), Boolean)
}

async function append(api: InProcessService, stream: string, events: readonly DomainEvent[]): Promise<void> {
  const actor = { id: 'test', correlationId: newId(), commandId: newId() }
  await api.service.container.eventing.append(stream, events, actor, 'any')
}
