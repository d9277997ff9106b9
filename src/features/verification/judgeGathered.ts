// Judges the gathered facts of an address by both policies and the account's rules, after DNS and the mail server.
import type { SharedResult } from '../pool/events.js'
import type { Judgement } from './encoding.js'
import { isComplete, type PendingFacts } from './engine/engine.js'
import { type Facts, type MailboxFacts, withFacts } from './engine/facts.js'
import { judgeV1, type V1Verdict } from './engine/policy/v1.js'
import type { GatheredFacts } from './gatherFacts.js'
import { judgementOf } from './judgement.js'
import { type Ruler, type Ruling, rule } from './ruling.js'
import type { Membership, ResultOf } from './sharing.js'

/** What the mail server says about an address; see `createAskServer`. @param bounces whether mail to it is known to bounce */
export type AskServer = (facts: Facts, bounces: boolean) => Promise<MailboxFacts>

export interface JudgedFacts {
  readonly facts: Facts
  readonly verdict: V1Verdict
  readonly judgement: Judgement
  /** What the account's own rules decided, if it has any. */
  readonly ruling?: Ruling | undefined
  /** Whether the pool was consulted. */
  readonly poolConsulted: boolean
  /** Whether the account reports outcomes. */
  readonly tracked?: boolean
  /** The result to contribute to the pool, if any. */
  readonly shared: SharedResult | undefined
}

/** Judges gathered facts by v1's policy and by the account's rules, after a DNS lookup if one is pending; synchronous if none is. */
export function createJudgeGathered(resultOf: ResultOf) {
  function judge(
    complete: Facts,
    { address, bounces }: GatheredFacts,
    membership: Membership | undefined,
    ruler: Ruler | undefined,
    mailbox?: MailboxFacts,
  ): JudgedFacts {
    const verdict = judgeV1(complete)
    // What the account has reported, or asked a server, is its own: others learn only what DNS and the lists say.
    const shared = membership && resultOf(membership, { facts: complete, verdict }, address)
    const own = bounces || mailbox ? withFacts(complete, { knownBounce: bounces, mailbox }) : complete
    const ownVerdict = own === complete ? verdict : judgeV1(own)
    const judgement = judgementOf(own)
    const ruling = ruler && rule(ruler, own, ownVerdict, judgement)
    const [poolConsulted, tracked] = [address !== undefined, bounces !== undefined]
    return { facts: own, verdict: ownVerdict, judgement, ruling, poolConsulted, tracked, shared }
  }

  async function withServer(
    gathered: GatheredFacts,
    membership: Membership | undefined,
    ruler: Ruler | undefined,
    queryDns: (pending: PendingFacts) => Promise<Facts>,
    askServer: AskServer,
  ): Promise<JudgedFacts> {
    const { facts, bounces } = gathered
    const complete = isComplete(facts) ? facts : await queryDns(facts)
    return judge(complete, gathered, membership, ruler, await askServer(complete, bounces === true))
  }

  return (
    gathered: GatheredFacts,
    membership: Membership | undefined,
    ruler: Ruler | undefined,
    queryDns: (pending: PendingFacts) => Promise<Facts>,
    askServer?: AskServer,
  ): JudgedFacts | Promise<JudgedFacts> => {
    const { facts } = gathered
    if (askServer) return withServer(gathered, membership, ruler, queryDns, askServer)
    if (isComplete(facts)) return judge(facts, gathered, membership, ruler)
    return queryDns(facts).then((complete) => judge(complete, gathered, membership, ruler))
  }
}
