// Checks the values of tests, and brings them into the form in which facts have them.
import { MAILBOX_RESULTS } from '../../../kernel/ports/mailboxes.js'
import { PATTERNS, parseDomain, V2_REASONS } from '../../verification/index.js'
import { RULE_LIMITS } from './limits.js'
import { FACTS, type Fact, OF_LISTS, type Operator, type Test } from './rule.js'

type Single = string | number | boolean
/** A value that is no good, in words that follow the name of the member. */
export interface BadValue {
  readonly at?: number
  readonly problem: string
}

const WORDS: { readonly [fact in Fact]?: readonly string[] } = {
  status: ['valid', 'invalid', 'unknown'],
  decision: ['allow', 'review', 'deny'],
  reasons: V2_REASONS,
  patterns: PATTERNS,
  mailbox: MAILBOX_RESULTS,
  accept_all: ['yes', 'no', 'unknown'],
}

/** The value of a test in its normal form. */
export function checkedValue(fact: Fact, op: Operator, value: unknown): { readonly value: Test['value'] } | BadValue {
  if (!OF_LISTS.has(op)) {
    const single = singleOf(fact, value)
    return typeof single === 'object' ? single : { value: single }
  }
  const { maxValues } = RULE_LIMITS
  if (!Array.isArray(value)) return { problem: `must be a list, because the operator is "${op}"` }
  if (value.length === 0) return { problem: 'must have at least one entry' }
  if (value.length > maxValues)
    return { problem: `must have at most ${maxValues} entries; put longer lists into PUT /v1/lists/allow or /deny` }
  const values = new Set<string | number>()
  for (const [at, each] of value.entries()) {
    const single = singleOf(fact, each)
    if (typeof single === 'object') return { at, ...single }
    values.add(single as string | number)
  }
  return { value: [...values] }
}

function singleOf(fact: Fact, value: unknown): Single | BadValue {
  switch (FACTS[fact]) {
    case 'flag':
      return typeof value === 'boolean' ? value : { problem: 'must be true or false' }
    case 'number':
      return isHour(value) ? value : { problem: 'must be a whole number from 0 to 23, an hour of the day in UTC' }
    case 'name':
    case 'names':
      return nameOf(value)
    case 'word':
    case 'words':
      return wordOf(fact, value)
  }
}

const isHour = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 23

/** More than a domain of 253 octets can have before it is converted to A-labels. */
const MAX_NAME_LENGTH = 1_000

function nameOf(value: unknown): string | BadValue {
  const problem = 'must be a name such as example.com, without `@` and `*`'
  if (typeof value !== 'string' || value.length > MAX_NAME_LENGTH) return { problem }
  const domain = parseDomain(value.replace(/^\.|\.$/g, ''))
  return typeof domain === 'object' && domain.kind === 'name' ? domain.ascii : { problem }
}

/** An id of an API key, or its end: events have the last five hex digits. */
const KEY = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{7})?[0-9a-f]{5}$/i
const KEY_DIGITS = 5
const REPLY_CODE = /^[2-5]\d\d$/
const ENHANCED_CODE = /^[245]\.\d{1,3}\.\d{1,3}$/
const PROVIDER = /^[a-z0-9][a-z0-9._-]{0,63}$/

function wordOf(fact: Fact, value: unknown): string | BadValue {
  if (fact === 'key') {
    if (typeof value === 'string' && KEY.test(value)) return value.slice(-KEY_DIGITS).toLowerCase()
    return { problem: 'must be the ID of an API key, or the last five characters of that ID' }
  }
  if (fact === 'provider') {
    if (typeof value === 'string' && PROVIDER.test(value)) return value
    return { problem: 'must be the name of a mailbox provider, such as gmail' }
  }
  if (fact === 'mailbox_code') {
    const code = typeof value === 'number' ? String(value) : value
    return typeof code === 'string' && REPLY_CODE.test(code)
      ? code
      : { problem: 'must be the code of a reply, such as 550' }
  }
  if (fact === 'mailbox_enhanced_code') {
    if (typeof value === 'string' && ENHANCED_CODE.test(value)) return value
    return { problem: 'must be an enhanced status code, such as 5.1.1' }
  }
  const words = WORDS[fact]!
  if (typeof value === 'string' && words.includes(value)) return value
  const hint = fact === 'reasons' ? 'a reason code of v2; GET /docs/reasons lists them' : `one of ${words.join(', ')}`
  return { problem: `must be ${hint}` }
}
