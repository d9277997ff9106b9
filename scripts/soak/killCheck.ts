import type { VerificationEvent } from '../../src/features/verification/events.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { client } from '../../test/support/client.js'
import type { Journal } from '../../test/support/journal.js'

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
        problems.push(`a key of ${account} was acknowledged, and says ${status}`)
    }
    for (const key of deleted) {
      const { status } = await request('GET', '/v1/accounts/me', { key })
      if (status !== 401) problems.push(`a key of ${account} was deleted, and says ${status}`)
    }
    const key = [...keys.keys()][0]!
    const { body } = await request('GET', '/v1/stats', { key })
    const counted: number = body.current_month?.verifications
    const acknowledged = [...verified.values()].reduce((sum, charged) => sum + charged, 0)
    used.set(account, counted)
    if (!(counted >= acknowledged && counted <= acknowledged + inDoubt)) {
      problems.push(`${account} used ${counted}; ${acknowledged} were acknowledged, ${inDoubt} are in doubt`)
    }
  }
  close()
  return { used, problems }
}

/** Reads the log of a service that is stopped: each acknowledged verification is in it once, and nothing is counted twice. */
export async function checkLog(
  log: AsyncIterable<Recorded>,
  journal: Journal,
  used: ReadonlyMap<string, number>,
): Promise<{ events: number; problems: string[] }> {
  const problems: string[] = []
  const times = new Map<string, number>()
  const perAccount = new Map<string, { charged: number; answers: number }>()
  let events = 0
  for await (const event of log) {
    if (!VERIFIED.has(event.type)) continue
    const { data, meta } = event as Recorded<VerificationEvent>
    const { charged, answers } = perAccount.get(data.account) ?? { charged: 0, answers: 0 }
    perAccount.set(data.account, { charged: charged + data.charged, answers: answers + 1 })
    times.set(meta.correlationId, (times.get(meta.correlationId) ?? 0) + 1)
    events++
  }

  for (const [requestId, count] of times)
    if (count > 1) problems.push(`request ${requestId} is ${count} times in the log`)
  for (const [account, { verified, unanswered }] of journal.accounts) {
    const { charged, answers } = perAccount.get(account) ?? { charged: 0, answers: 0 }
    for (const requestId of verified.keys()) {
      if (!times.has(requestId))
        problems.push(`request ${requestId} of ${account} was acknowledged and is not in the log`)
    }
    if (answers > verified.size + unanswered) problems.push(`${account} has ${answers} verifications in the log`)
    if (charged !== used.get(account))
      problems.push(`the log charges ${account} ${charged}, stats ${used.get(account)}`)
  }
  return { events, problems }
}
