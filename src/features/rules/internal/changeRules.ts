// Handles commands of rules: by the document up to the head of the log, since the stream holds every draft there ever was.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { ConcurrencyConflict, StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import { streamName } from '../../../kernel/stream.js'
import type { RulesState } from '../decide.js'
import type { RulesEvent } from '../events.js'
import { listChunks } from '../projections/listChunks.js'
import { ruleSets } from '../projections/ruleSets.js'
import { NO_RULES, rules } from '../projections/rules.js'
import { CACHE_TTL_MS } from './inForce.js'

const MAX_ATTEMPTS = 20
const MAX_JITTER_MS = 20
/** Clocks of processes run differently, and a lookup of another process may have begun before the change. */
const MARGIN_MS = 250

const MODELS = [rules.name, ruleSets.name, listChunks.name]

interface ChangeDependencies {
  readonly eventing: Eventing
  /** Whether other processes verify, too. */
  readonly shared: boolean
  readonly changed: (account: string) => void
}

/**
 * Decides by an account's rules and appends the events at the revision that was decided on. When it returns, queries see the
 * change, and every process decides its next request by it. A repeated command changes nothing more.
 * @returns the events; empty if there was nothing to do
 */
export type ChangeRules = (
  account: string,
  actor: Actor,
  decide: (state: RulesState) => readonly RulesEvent[] | Promise<readonly RulesEvent[]>,
) => Promise<void>

export const createChangeRules = ({ eventing, shared, changed }: ChangeDependencies): ChangeRules => {
  const model = eventing.read(rules)

  return async (account, actor, decide) => {
    const stream = streamName('rules', account)
    for (let attempt = 1; ; attempt++) {
      const known = await model.getUpToHead(account)
      if (known?.commands.includes(actor.commandId)) return
      const events = await decide(known ?? NO_RULES)
      if (events.length === 0) return
      try {
        const expected = known ? BigInt(known.revision) : 'no_stream'
        const { position } = await eventing.append(stream, events, actor, expected)
        await eventing.waitForPosition(position, MODELS)
        changed(account)
        const takesEffect = events.some(({ type }) => type !== 'RulesDraftPut')
        // Other processes look again once what they have cached has expired.
        if (shared && takesEffect) await sleep(CACHE_TTL_MS + MARGIN_MS)
        return
      } catch (error) {
        if (!(error instanceof ConcurrencyConflict)) throw error
        // An erased account has no document any more, but a stream; its keys work for a moment longer.
        if (attempt === MAX_ATTEMPTS) throw new StoreUnavailable('the rules of an account cannot be changed')
        await sleep(Math.random() * MAX_JITTER_MS)
      }
    }
  }
}
