import { mailboxChecks } from '../../../../src/kernel/limits.js'
import type { SpecialAttack } from '../attack.js'
import { hostileMailbox } from '../hostileMail.js'

/** Rows of a job, and how many single questions there are for each. */
const ROWS = 2_000
const SINGLE = 200

const { permits, alpha } = mailboxChecks.sessions

/** Asks about mailboxes whose mail servers are the attacker's, by single requests and by jobs, which go on after the attack. */
export const hostileMailServers: SpecialAttack = {
  /** The share of all conversations that one account may have. */
  held: (permits * alpha) / (1 + alpha),
  prepare({ call, note, paidKey: key }) {
    let turn = 0
    let mailbox = 0
    return {
      concurrency: 62,
      async strike() {
        if (turn++ % SINGLE === 0) {
          const emails = Array.from({ length: ROWS }, () => hostileMailbox(mailbox++))
          await call('POST', '/v1/verify/bulk/agent', { key, body: { emails, async: true, mailbox: true } })
          return
        }
        const body = { email: hostileMailbox(mailbox++), mailbox: true }
        const answered = await call('POST', '/v1/verify', { key, body })
        note(answered.body?.metadata?.mailbox?.result ?? 'no answer')
      },
    }
  },
}
