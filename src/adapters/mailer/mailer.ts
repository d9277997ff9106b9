// Submits mail to one SMTP server.
import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRefused } from '../../kernel/ports/mailer.js'
import { MINUTE_MS } from '../../kernel/time.js'

const CONNECT_MS = 20_000
const SOCKET_MS = MINUTE_MS
/** Refusals of this mail; others, such as those of the password, may be the server's or the operator's mistake. */
const REFUSING = new Set(['EENVELOPE', 'EMESSAGE'])

interface MailerOptions {
  readonly server: {
    readonly host: string
    readonly port: number
    /** Whether the connection begins with TLS; otherwise STARTTLS is used, if the server has it. */
    readonly secure: boolean
    /** Sent over TLS only. */
    readonly credentials?: { readonly user: string; readonly password: string }
  }
  /** The sender's address. */
  readonly from: string
}

/** Each mail has a connection of its own: there are few. */
export function createMailer({ server, from }: MailerOptions): Mailer & { close(): void } {
  const { host, port, secure, credentials } = server
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: credentials !== undefined,
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)

  return {
    async send({ id, to, subject, text }: Mail) {
      try {
        await transport.sendMail({
          from: { name: 'mailproof', address: from },
          // As an object: a text would be parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        const {
          code = '',
          responseCode = 0,
          message,
        } = error as { code?: string; responseCode?: number; message: string }
        if (REFUSING.has(code) && responseCode >= 500) throw new MailRefused(message, { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}
