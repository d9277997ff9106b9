// Asks one server about one recipient, and about one that cannot exist.
import { randomBytes } from 'node:crypto'
import type { AcceptAll, MailboxCause, MailboxResult } from '../../kernel/ports/mailboxes.js'
import type { Manner } from './manners/pauses.js'
import { Interrupted } from './protocol/channel.js'
import type { Reply } from './protocol/reply.js'
import type { Session, Stage } from './protocol/session.js'
import { meaningOf, statedPauseMs } from './replies/classify.js'
import type { RecipientPolicy } from './replies/providers.js'
import type { Meaning } from './replies/table.js'

/** What was found out. */
export interface Finding {
  readonly result: MailboxResult
  readonly cause?: MailboxCause
  readonly acceptAll: AcceptAll
  /** The reply that decided. */
  readonly code?: number
  readonly enhancedCode?: string
  /** How the server took it, and where. */
  readonly manner: Manner
  readonly stage: Stage
  /** The pause that the server asks for. */
  readonly statedMs?: number
  /** Another exchange may answer. */
  readonly elsewhere?: true
  /** The connection cannot be used for another question. */
  readonly interrupted?: true
}

export interface Probe {
  readonly operator: string
  readonly local: string
  readonly domain: string
  readonly sender: string
  readonly policy: RecipientPolicy | undefined
  /** What is known of the domain: then no second recipient is named. */
  readonly acceptAll: AcceptAll
  /** Asks for permission before each recipient. */
  readonly mayName: () => boolean | Promise<boolean>
}

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Recipients that it may name. */
export const recipientsOf = ({ policy, acceptAll }: Pick<Probe, 'policy' | 'acceptAll'>): number =>
  policy === 'refuses_unknown' || acceptAll === 'no' ? 1 : 2

/** @throws Interrupted before the server has said anything about the recipient */
export async function probe(session: Session, question: Probe): Promise<Finding> {
  const { local, domain, sender, policy, mayName } = question
  const utf8 = !isAscii(local)
  const base = { acceptAll: 'unknown', manner: 'ok', stage: 'recipient' } as const
  if (utf8 && !session.extensions.smtpUtf8) return { ...base, result: 'unverifiable', cause: 'smtputf8' }
  if (!(await mayName())) return { ...base, result: 'not_checked', cause: 'waiting' }

  const replies = await session.ask(sender, `${local}@${domain}`, utf8)
  if (!replies.recipient) return findingOf(replies.sender, 'sender', question)
  const meaning = meaningOf(replies.recipient, { stage: 'recipient', ...question })
  if (meaning !== 'accepted') return findingOf(replies.recipient, 'recipient', question)
  const accepted = { ...base, ...codesOf(replies.recipient) }
  if (recipientsOf({ policy, acceptAll: question.acceptAll }) === 1)
    return { ...accepted, result: 'exists', acceptAll: 'no' }
  return { ...accepted, ...(await contrast(session, question)) }
}

/** What a server means that refuses before any recipient, or refuses the recipient. */
export function findingOf(reply: Reply, stage: Stage, question: Pick<Probe, 'operator' | 'local' | 'domain'>): Finding {
  const meaning = meaningOf(reply, { stage, ...question })
  const statedMs = statedPauseMs(reply)
  return {
    result: meaning === 'elsewhere' ? 'temporary' : meaning === 'accepted' ? 'temporary' : meaning,
    acceptAll: meaning === 'no_such_mailbox' ? 'no' : 'unknown',
    ...codesOf(reply),
    manner: mannerOf(meaning),
    stage,
    ...(statedMs !== undefined && { statedMs }),
    ...(meaning === 'elsewhere' && { elsewhere: true as const }),
    ...(reply.code === 421 && { interrupted: true as const }),
  }
}

const mannerOf = (meaning: Meaning): Manner =>
  meaning === 'blocked_here' ? 'refused' : meaning === 'rate_limited' ? 'busy' : 'ok'

const codesOf = ({ code, enhanced }: Reply) => ({ code, ...(enhanced !== undefined && { enhancedCode: enhanced }) })

type Contrast = Pick<Finding, 'result' | 'cause' | 'acceptAll' | 'manner' | 'stage' | 'interrupted'>

/** The address was accepted: now one that cannot exist. */
async function contrast(session: Session, question: Probe): Promise<Contrast> {
  const none: Contrast = {
    result: 'temporary',
    cause: 'no_contrast',
    acceptAll: 'unknown',
    manner: 'ok',
    stage: 'random',
  }
  const random = `${randomLocal()}@${question.domain}`
  const local = random.slice(0, random.indexOf('@'))
  try {
    if (!(await question.mayName())) return none
    let reply = await session.askFor(random)
    let meaning = meaningOf(reply, { stage: 'random', ...question, local })
    // Some servers take one recipient of a transaction only; the same connection serves another transaction.
    if (meaning === 'rate_limited' && reply.code !== 421 && (await question.mayName())) {
      await session.reset()
      const again = await session.ask(question.sender, random, false)
      reply = again.recipient ?? again.sender
      meaning = meaningOf(reply, { stage: again.recipient ? 'random' : 'sender', ...question, local })
    }
    if (meaning === 'accepted') return { ...none, result: 'accept_all', cause: undefined, acceptAll: 'yes' } as Contrast
    const isRefused = reply.code >= 500 && ['no_such_mailbox', 'disabled', 'unverifiable'].includes(meaning)
    if (isRefused) return { result: 'exists', acceptAll: 'no', manner: 'ok', stage: 'random' }
    return { ...none, manner: mannerOf(meaning), ...(reply.code === 421 && { interrupted: true as const }) }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    return { ...none, interrupted: true }
  }
}

/** Twenty letters and digits that nobody has, and that do not look like an attack on a dictionary. */
const randomLocal = (): string =>
  `x${randomBytes(12)
    .toString('base64url')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')}`
