// The command that creates an API key.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { invalidAt } from '../../../kernel/failure.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../caller.js'
import * as decide from '../decide.js'
import { endOf } from '../events.js'
import { issueKey, mintKey } from '../internal/mintKey.js'
import { type WantedRestrictions, wantedRestrictions } from '../internal/wantedRestrictions.js'
import { accounts } from '../projections/accounts.js'
import { apiKeys } from '../projections/apiKeys.js'
import type { OnKeyEnded } from '../queries/authenticate.js'
import { type KeyView, lifetimeOf, restrictionsView } from '../queries/listKeys.js'
import { account, keyIn } from '../state.js'

interface NewKeyOptions extends WantedRestrictions {
  readonly name?: string | null
  /** The key's lifetime in days. */
  readonly expiresInDays?: number
  /** Seconds after which the key that makes this request stops working. */
  readonly revokeCurrentAfter?: number
  readonly sandbox?: boolean
  /** Secret; repeating the command with the same seed yields the same key. */
  readonly seed?: string | undefined
}

interface GenerateKeyDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly clock: Clock
  readonly listKeys: (caller: Caller) => Promise<KeyView[]>
  readonly onKeyEnded: OnKeyEnded
}

/**
 * Creates a key for the caller's account.
 */
export type GenerateKey = (
  caller: Caller,
  input: NewKeyOptions,
  actor: Actor,
) => Promise<{ apiKey: string; key: KeyView }>

export const createGenerateKey =
  ({ eventing, vault, clock, listKeys, onKeyEnded }: GenerateKeyDependencies): GenerateKey =>
  async (caller, input, actor) => {
    const sandbox = input.sandbox ?? caller.sandbox
    if (caller.sandbox && !sandbox) {
      throw invalidAt('/sandbox', '`sandbox` must be true: a sandbox key can only create sandbox keys')
    }
    const restrictions = wantedRestrictions(input, caller.restrictions)
    const entity = account(caller.account)
    const { state } = await eventing.load(entity)
    const now = clock.now()
    const name = input.name ?? null
    const wanted = input.expiresInDays === undefined ? null : iso(now + input.expiresInDays * DAY_MS)
    const options = { name, sandbox, expiresAt: wanted, restrictions, seed: input.seed }
    const { text, key: minted } = await mintKey(vault, caller.account, options)
    // A repeated command finds the key it created, which has already passed the decisions.
    const created = keyIn(state, minted.id)
    const own = caller.restrictions && keyIn(state, caller.key)
    const expiresAt = created ? created.expiresAt : withinEnd(wanted, own ? endOf(own) : null)
    const key = { ...minted, expiresAt }
    const replaces = input.revokeCurrentAfter !== undefined && {
      replaces: { key: caller.key, effectiveAt: iso(now + input.revokeCurrentAfter * 1_000) },
    }
    const command = { key, now: iso(now), ...replaces }
    // Issued before it is valid: an entry for an invalid key is harmless, but a valid key without one is not found.
    if (!created) decide.generateKey(state, command)
    await issueKey(eventing, actor, caller.account, key)
    const { events, position } = await eventing.handle(entity, actor, (state) => decide.generateKey(state, command))
    for (const event of events) if (event.type === 'ApiKeyRevoked') onKeyEnded(event.data)
    await eventing.waitForPosition(position, [accounts.name, apiKeys.name])
    const listed = (await listKeys(caller)).find(({ id }) => id === key.id)
    const { id, masked } = key
    const times = { createdAt: iso(now), expiresAt, expiresInDays: lifetimeOf(iso(now), expiresAt), lastUsedAt: null }
    return { apiKey: text, key: listed ?? { id, name, masked, sandbox, ...times, ...restrictionsView(restrictions) } }
  }

/**
 * The end of a key that a limited one creates: not after its own. A key that has every right until its end may be replaced by one
 * with a later end.
 * @throws Failure VALIDATION_ERROR
 */
function withinEnd(wanted: string | null, own: string | null): string | null {
  if (own === null || (wanted !== null && wanted <= own)) return wanted
  if (wanted === null) return own
  const message = `\`expires_in_days\` must not reach beyond the end of your own key, ${own}: leave it out for the same end`
  throw invalidAt('/expires_in_days', message)
}
