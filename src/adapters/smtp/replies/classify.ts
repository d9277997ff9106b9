// Finds what a reply means.
import type { Reply } from '../protocol/reply.js'
import type { Stage } from '../protocol/session.js'
import { type Meaning, type ReplyRule, RULES } from './table.js'

/** Whose reply it is. */
export interface ReplyContext {
  readonly stage: Stage
  /** Of the exchange that replied. */
  readonly operator: string
  /** The recipient, whose words mean nothing. */
  readonly local: string
  readonly domain: string
}

/** Longer texts are cut, so that matching them takes a bounded time. */
const MAX_TEXT = 1_000
const ADDRESS = /[^\s<>()[\]"'`:;,]*@[^\s<>()[\]"'`:;,]*/g

/** Meanings that make an address invalid: only a permanent refusal of a recipient can have one. */
const INVALID: readonly Meaning[] = ['no_such_mailbox', 'disabled']

/** The rule that applies to a text. */
export function ruleFor(reply: Pick<Reply, 'code' | 'enhanced' | 'text'>, stage: Stage, operator: string): ReplyRule {
  const { code, enhanced = '', text } = reply
  const digits = String(code)
  const isRefusal = code >= 500 && (stage === 'recipient' || stage === 'random')
  for (const rule of RULES) {
    if (!isRefusal && INVALID.includes(rule.means)) continue
    if (rule.at && !rule.at.includes(stage)) continue
    if (rule.operator !== undefined && rule.operator !== operator) continue
    if (rule.code && !rule.code.test(digits)) continue
    if (rule.enhanced && !rule.enhanced.test(enhanced)) continue
    if (rule.text && !rule.text.test(text)) continue
    return rule
  }
  throw new Error('the last rule matches everything')
}

/**
 * What a reply means. It has to mean the same without the words of the address that it may repeat: nothing follows from the name
 * of `user-unknown@blacklist.example`.
 */
export function meaningOf(reply: Reply, { stage, operator, local, domain }: ReplyContext): Meaning {
  const text = reply.text.slice(0, MAX_TEXT).replace(ADDRESS, '@')
  const { means } = ruleFor({ ...reply, text }, stage, operator)
  const bare = without(without(text, local), domain)
  if (bare === text || ruleFor({ ...reply, text: bare }, stage, operator).means === means) return means
  return reply.code < 500 ? 'temporary' : 'unverifiable'
}

function without(text: string, words: string): string {
  const lower = text.toLowerCase()
  const wanted = words.toLowerCase()
  if (!lower.includes(wanted) || lower.length !== text.length) return text
  let rest = ''
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    rest += `${text.slice(from, at)}@`
    from = at + wanted.length
  }
  return rest + text.slice(from)
}

/** Milliseconds after which a server wants to be asked again, if its reply says so. */
export function statedPauseMs({ text }: Reply): number | undefined {
  const [, number, unit = 's'] = /\b(\d{1,5}) ?(s|m|h)(?:ec|in|ou|r)?[a-z]*\b/i.exec(text) ?? []
  if (number === undefined) return undefined
  return Number(number) * PER_UNIT[unit.toLowerCase() as keyof typeof PER_UNIT]
}

const PER_UNIT = { s: 1_000, m: 60_000, h: 3_600_000 }
