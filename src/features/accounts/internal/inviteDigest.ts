// What an invitation is known by in the log: its code is shown once and never stored.
import { derivedId, sha256 } from '../../../kernel/ids.js'

export const inviteDigestOf = (code: string): string => sha256(code)

/** The id of the account that an invitation becomes. */
export const invitedAccount = (digest: string): string => derivedId(`invited account ${digest}`)
