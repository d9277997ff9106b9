/** Why a text is not an RFC 5321 mailbox, as a code; `syntax/problems.ts` has the messages. */
export type SyntaxProblem =
  | 'empty'
  | 'too_long'
  | 'control_character'
  | 'invisible_character'
  | 'lone_surrogate'
  | 'no_at'
  | 'local_empty'
  | 'local_too_long'
  | 'local_character'
  | 'local_dot'
  | 'local_quote'
  | 'local_compatibility'
  | 'local_unassigned'
  | 'domain_empty'
  | 'domain_too_long'
  | 'domain_label_empty'
  | 'domain_label_too_long'
  | 'domain_label_hyphen'
  | 'domain_character'
  | 'domain_idna'
  | 'literal_malformed'
  | 'trailing_text'

export type MailDomain =
  | {
      readonly kind: 'name'
      /** Lower-case A-labels, no final dot. */
      readonly ascii: string
    }
  | {
      readonly kind: 'literal'
      readonly family: 4 | 6
      /** RFC 5952 form for IPv6, dotted for IPv4. */
      readonly address: string
    }

export interface Mailbox {
  /** The local part as written, including any quotes; NFC. */
  readonly local: string
  /** The local part's value: for a quoted string, its content without quotes and backslashes. */
  readonly localContent: string
  readonly domain: MailDomain
  /**
   * The form that defines "the same address": NFC, domain as lower-case A-labels, local part in lower case, without
   * unnecessary quotes. Two texts with the same canonical form are the same address.
   */
  readonly canonical: string
}

export interface ParsedMailbox {
  readonly ok: true
  readonly mailbox: Mailbox
}

export type ParsedAddress = ParsedMailbox | { readonly ok: false; readonly problem: SyntaxProblem }
