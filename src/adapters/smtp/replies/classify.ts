// Finds what a reply means.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.js'
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
  const text = withoutAddresses(reply.text)
  const { means } = ruleFor({ ...reply, text }, stage, operator)
  const bare = without(without(text, local), domain)
  if (bare === text || ruleFor({ ...reply, text: bare }, stage, operator).means === means) return means
  return reply.code < 500 ? 'temporary' : 'unverifiable'
}

const withoutAddresses = (text: string): string => text.slice(0, MAX_TEXT).replace(ADDRESS, '@')

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

/** A number with a unit of time, as whole words: "300 seconds", "5 mins", "1h", but not "10 messages"; or "00:04:59", as milter-greylist says. */
const STATED_PAUSE =
  /\b(?:(\d{1,5}) ?(?:(s|secs?|seconds?)|(m|mins?|minutes?)|(?:h|hrs?|hours?))|(\d\d):(\d\d):(\d\d))\b/i

/** Milliseconds after which a server wants to be asked again, if its reply says so. */
export function statedPauseMs({ text }: Reply): number | undefined {
  const found = STATED_PAUSE.exec(withoutAddresses(text))
  if (!found) return undefined
  const [, number, isSeconds, isMinutes, hours, minutes, seconds] = found
  if (number === undefined) return Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return Number(number) * (isSeconds ? SECOND_MS : isMinutes ? MINUTE_MS : HOUR_MS)
}
