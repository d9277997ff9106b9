import type { SyntaxProblem } from '../mailbox.js'
import type { Reason } from '../policy/reasonCodes.js'
import { characterName } from './characterNames.js'
import { parseMailbox } from './parseMailbox.js'
import { findInvisible } from './unicode.js'

/** One human-readable sentence per syntax problem. */
export const PROBLEM_SENTENCES: Readonly<Record<SyntaxProblem, string>> = {
  empty: 'There is no address: the text is empty.',
  too_long: 'The address is longer than the 254 octets that mail can carry.',
  control_character: 'The address contains a control character, such as a tab, a line break or NUL.',
  invisible_character: 'The address contains a character that cannot be seen, such as a no-break or zero-width space.',
  lone_surrogate: 'The address contains half of a character: it is not valid Unicode text.',
  no_at: 'The address has no @ between a local part and a domain.',
  local_empty: 'Nothing stands before the @.',
  local_too_long: 'The part before the @ is longer than 64 octets.',
  local_character: 'The part before the @ contains a character that is only allowed inside quotes, or not at all.',
  local_dot: 'The part before the @ starts or ends with a dot, or has two dots in a row.',
  local_quote: 'The quotes before the @ are not closed, do not enclose the whole part, or hold a bad backslash.',
  local_compatibility:
    'The part before the @ contains a compatibility character, such as a full-width letter or a ligature.',
  local_unassigned: 'The part before the @ contains a code point that is unassigned or obsolete in Unicode.',
  domain_empty: 'Nothing stands after the @.',
  domain_too_long: 'The domain is longer than 253 octets.',
  domain_label_empty: 'The domain starts or ends with a dot, or has two dots in a row.',
  domain_label_too_long: 'A label of the domain, the text between two dots, is longer than 63 octets.',
  domain_label_hyphen: 'A label of the domain starts or ends with a hyphen.',
  domain_character: 'The domain contains a character other than letters, digits, hyphens and dots.',
  domain_idna: 'The domain is not a valid internationalised name: a letter or its encoding is not allowed there.',
  literal_malformed:
    'The address in square brackets is neither IPv4, as in [192.0.2.1], nor IPv6, as in [IPv6:2001:db8::1].',
  trailing_text: 'Something follows the closing square bracket.',
}

/** What is wrong with a text, in a sentence that names the character where one cannot be seen. */
export function problemSentence(problem: SyntaxProblem, text: string): string {
  const sentence = PROBLEM_SENTENCES[problem]
  const character = unseenCharacter(problem, text)
  return character === undefined ? sentence : `${sentence.slice(0, sentence.indexOf(','))}: ${character}.`
}

/** What a reason says about a text: of a text that is no address, what is wrong with it. */
export function reasonSentence({ code, sentence }: Pick<Reason, 'code' | 'sentence'>, text: string): string {
  if (code !== 'syntax_invalid') return sentence
  const parsed = parseMailbox(text)
  return parsed.ok ? sentence : problemSentence(parsed.problem, text)
}

/** The character of such a problem, as `U+200B ZERO WIDTH SPACE`. */
export function unseenCharacter(problem: SyntaxProblem, text: string): string | undefined {
  if (problem !== 'invisible_character' && problem !== 'control_character') return undefined
  const found = findInvisible(text.normalize('NFC'))
  return found && characterName(found)
}
