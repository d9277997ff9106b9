// The operator's command that invites somebody to create an account.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import { streamName } from '../../../kernel/stream.js'
import { DAY_MS } from '../../../kernel/time.js'
import { newInviteCode } from '../apiKey.js'
import type { InviteIssued } from '../events.js'
import { inviteDigestOf, invitedAccount } from '../internal/inviteDigest.js'
import type { Plan } from '../plans.js'

interface IssuedInvite {
  /** Shown once and never stored. */
  readonly code: string
  /** The id that the account will have. */
  readonly account: string
  readonly plan: Plan
  /** ISO 8601. */
  readonly expiresAt: string
}

/** Operator command: makes an invitation, with which one account can be created. */
export type IssueInvite = (
  input: { readonly plan: Plan; readonly expiresInDays: number },
  actor: Actor,
) => Promise<IssuedInvite>

export const createIssueInvite =
  ({ eventing, clock }: { readonly eventing: Eventing; readonly clock: Clock }): IssueInvite =>
  async ({ plan, expiresInDays }, actor) => {
    const code = newInviteCode()
    const digest = inviteDigestOf(code)
    const expiresAt = iso(clock.now() + expiresInDays * DAY_MS)
    const issued: InviteIssued = { type: 'InviteIssued', data: { plan, expiresAt } }
    await eventing.append(streamName('invite', digest), [issued], actor, 'no_stream')
    return { code, account: invitedAccount(digest), plan, expiresAt }
  }
