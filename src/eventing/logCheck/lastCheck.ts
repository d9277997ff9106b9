// The result of the last whole check of the log, which every process reports.
import { type Clock, iso } from '../../kernel/clock.js'
import type { DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Damage } from '../../kernel/ports/eventStore.js'
import { next, type Position, START } from '../../kernel/position.js'

export interface LastCheck {
  /** When it ended, ISO 8601. */
  readonly at: string
  readonly events: number
  readonly position: Position
  /** Number of problems. */
  readonly damaged: number
  /** The first of them. */
  readonly damage: readonly Damage[]
}

const COLLECTION = { name: 'log_checks' } as const
const ID = 'last'
const KEPT_DAMAGE = 20

export function createLastCheck(documents: DocumentStore, clock: Clock) {
  const checks = documents.collection<LastCheck & { readonly [member: string]: unknown }>(COLLECTION)

  return {
    load: async (): Promise<LastCheck | undefined> => (await checks.get(ID))?.document,
    async save({ events, position, damage }: Pick<LastCheck, 'events' | 'position' | 'damage'>): Promise<void> {
      const known = await checks.get(ID)
      const document = {
        at: iso(clock.now()),
        events,
        position,
        damaged: damage.length,
        damage: damage.slice(0, KEPT_DAMAGE).map(({ position, problem }) => ({ position, problem })),
      }
      const change = { id: ID, position: next(known?.position ?? START), document }
      await checks.write([known ? { ...change, expected: known.position } : change])
    },
  }
}

export type LastCheckStore = ReturnType<typeof createLastCheck>
