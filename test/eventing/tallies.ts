import type { Entity } from '../../src/eventing/entity.js'
import type { Projection } from '../../src/eventing/projection.js'
import type { Actor } from '../../src/kernel/actor.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'

export type Tallied =
  | DomainEvent<'Added', { readonly to: readonly string[]; readonly by: number }>
  | DomainEvent<'Removed', { readonly id: string }>

export type Tally = { readonly times: number; readonly sum: number }

export const added = (to: string | readonly string[], by = 1): Tallied => ({
  type: 'Added',
  data: { to: typeof to === 'string' ? [to] : to, by },
})
export const removed = (id: string): Tallied => ({ type: 'Removed', data: { id } })

export interface TallyOptions {
  readonly name?: string
  readonly version?: number
  /** Called with each event before it is folded; may throw. */
  readonly beforeFold?: (event: Recorded<Tallied>, id: string) => void
}

/** The smallest read model that reveals lost, duplicated or reordered events. */
export const tallyModel = ({
  name = 'tally',
  version = 1,
  beforeFold,
}: TallyOptions = {}): Projection<Tallied, Tally> => ({
  name,
  version,
  indexes: { bySum: ['sum', '_id'] },
  keys: ({ type, data }) => (type === 'Added' ? data.to : type === 'Removed' ? [data.id] : []),
  apply: (document, event, id) => {
    beforeFold?.(event, id)
    if (event.type === 'Removed') return null
    return { times: (document?.times ?? 0) + 1, sum: (document?.sum ?? 0) + event.data.by }
  },
})

/** An actor with a new command id. */
export function someone(commandId = newId()): Actor {
  return { id: 'ada', correlationId: `call of ${commandId}`, commandId }
}

export type Incremented = DomainEvent<'Incremented', { readonly to: number }>

/** A counter: each event states the new count, so that a lost update shows as a repeated number. */
export const counter = (id: string): Entity<number, Incremented> => ({
  stream: `counter-${id}`,
  initial: 0,
  evolve: (_, { data }) => data.to,
})

export const increment = (count: number): Incremented[] => [{ type: 'Incremented', data: { to: count + 1 } }]
