// The texts of mail to owners of accounts.
import { iso } from '../../kernel/clock.js'
import type { LimitUse } from '../verification/index.js'

export interface Letter {
  readonly subject: string
  readonly text: string
}

interface Place {
  readonly account: string
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl: string
}

const confirmationLink = ({ account, baseUrl }: Place, token: string): string =>
  `${baseUrl}/confirm?account=${account}&token=${token}`

/** Says what following the link does, and that nothing happens otherwise: the address may be somebody else's. */
export const confirmationLetter = (
  place: Place,
  { token, expiresAt }: { token: string; expiresAt: string },
): Letter => ({
  subject: 'Confirm your address',
  text: `An account was created at ${place.baseUrl} with this address.

Confirm that it is yours, and it will be told when the account's monthly quota is about to be used up:

${confirmationLink(place, token)}

The link works until ${dayOf(expiresAt)}. If the account is not yours, do nothing: this address gets no other mail.
`,
})

export function quotaLetter({ account, baseUrl }: Place, { percent, used, allowed, period, reset }: LimitUse): Letter {
  const month = MONTH.format(Date.parse(`${period}-01`))
  const end = dayOf(iso(reset * 1_000))
  const isUsedUp = percent === 100
  return {
    subject: isUsedUp ? `The quota for ${month} is used up` : `${percent} % of the quota for ${month} are used`,
    text: `Your account has used ${count(used)} of the ${count(allowed)} verifications that it may make in ${month}.
${isUsedUp ? `Further ones are refused until ${end}.` : `They are counted anew from ${end}.`}

Usage by day: ${baseUrl}/dashboard

You get this because you confirmed this address for the account ${account}.
`,
  }
}

const count = (number: number): string => number.toLocaleString('en-US')

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `November 28, 2026 (UTC)` */
const dayOf = (at: string): string => `${DAY.format(Date.parse(at))} (UTC)`
