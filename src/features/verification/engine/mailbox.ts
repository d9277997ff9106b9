/** Why a text is no RFC 5321 mailbox; a word for programs, with the sentence for people in `syntax/problems.ts`. */
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
  /** The local part as it stands in the text, with its quotes if it had any; NFC. */
  readonly local: string
  /** The local part that is meant: of a quoted string, its content without quotes and backslashes. */
  readonly localContent: string
  readonly domain: MailDomain
  /**
   * The form that decides "the same address": NFC, domain as lower-case A-labels, local part lower-cased,
   * needless quotes kept out. Two texts with one canonical form are one address.
   */
  readonly canonical: string
}

export type Parsed =
  | { readonly ok: true; readonly mailbox: Mailbox }
  | { readonly ok: false; readonly problem: SyntaxProblem }
