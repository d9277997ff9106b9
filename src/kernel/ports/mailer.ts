/** Submits mail to owners of accounts to the operator's mail server. */
export interface Mailer {
  /**
   * Resolves once the server has taken the mail.
   * @throws MailRefused; any other error if the server cannot be reached, or may take the mail later
   */
  send(mail: Mail): Promise<void>
}

export interface Mail {
  /** Of the mail: one that is sent again has the same Message-ID. Letters, digits, dots and hyphens. */
  readonly id: string
  /** The address of one recipient. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The server will not take this mail: sending it again is futile. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
