// Checks that verifications that were acknowledged exist once, and are charged once.
import type { VerificationEvent } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { client } from '../callers/client.js'
import type { Journal } from './journal.js'

const VERIFIED: ReadonlySet<string> = new Set(['AddressVerified', 'AddressesVerified'])

/** Checks everything that a running service acknowledged. @returns reported usage per account, and problems */
export async function checkAnswers(
  url: string,
  journal: Journal,
): Promise<{ used: ReadonlyMap<string, number>; problems: string[] }> {
  const { request, close } = client(url)
  const problems: string[] = []
  const used = new Map<string, number>()
  for (const [account, { keys, deleted, verified, inDoubt }] of journal.accounts) {
    for (const key of keys.keys()) {
      const { status, body } = await request('GET', '/v1/accounts/me', { key })
      if (status !== 200 || body.id !== account)
        problems.push(`an acknowledged key of ${account} was answered with ${status}`)
    }
    for (const key of deleted) {
      const { status } = await request('GET', '/v1/accounts/me', { key })
      if (status !== 401) problems.push(`a deleted key of ${account} was answered with ${status} instead of 401`)
    }
    const key = [...keys.keys()][0]!
    const { body } = await request('GET', '/v1/stats', { key })
    const reported: number = body.current_month?.verifications
    const acknowledged = [...verified.values()].reduce((sum, charged) => sum + charged, 0)
    used.set(account, reported)
    if (!(reported >= acknowledged && reported <= acknowledged + inDoubt)) {
      problems.push(
        `the usage of ${account} is ${reported}; ${acknowledged} were acknowledged, up to ${inDoubt} more had no response`,
      )
    }
  }
  close()
  return { used, problems }
}

/**
 * Checks the log of a stopped service: each acknowledged verification is in it exactly once, and nothing was charged
 * twice. @param used reported usage per account
 */
export async function checkLog(
  log: AsyncIterable<Recorded>,
  journal: Journal,
  used: ReadonlyMap<string, number>,
): Promise<{ events: number; problems: string[] }> {
  const problems: string[] = []
  const countByRequest = new Map<string, number>()
  const byAccount = new Map<string, { charged: number; events: number }>()
  let events = 0
  for await (const event of log) {
    if (!VERIFIED.has(event.type)) continue
    const { data, meta } = event as Recorded<VerificationEvent>
    const sums = byAccount.get(data.account) ?? { charged: 0, events: 0 }
    byAccount.set(data.account, { charged: sums.charged + data.charged, events: sums.events + 1 })
    countByRequest.set(meta.correlationId, (countByRequest.get(meta.correlationId) ?? 0) + 1)
    events++
  }

  for (const [requestId, count] of countByRequest)
    if (count > 1) problems.push(`request ${requestId} occurs ${count} times in the log`)
  for (const [account, { verified, unanswered }] of journal.accounts) {
    const sums = byAccount.get(account) ?? { charged: 0, events: 0 }
    for (const requestId of verified.keys()) {
      if (!countByRequest.has(requestId))
        problems.push(`request ${requestId} of ${account} was acknowledged, but is not in the log`)
    }
    if (sums.events > verified.size + unanswered)
      problems.push(`${account} has ${sums.events} verifications in the log, more than it sent`)
    if (sums.charged !== used.get(account))
      problems.push(`the log charges ${sums.charged} to ${account}, but /v1/stats reports ${used.get(account)}`)
  }
  return { events, problems }
}
