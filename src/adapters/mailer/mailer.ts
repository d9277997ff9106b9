// Submits mail to one SMTP server.
import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRefused } from '../../kernel/ports/mailer.js'
import { MINUTE_MS } from '../../kernel/time.js'

const CONNECT_MS = 20_000
const SOCKET_MS = MINUTE_MS
/** It wants to be logged in to first (RFC 4954). */
const LOGIN_REQUIRED = 530
/** The enhanced code of a reply (RFC 3463). */
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/

/** Of nodemailer. */
interface SubmissionError extends Error {
  readonly code?: string
  /** What the reply, if there is one, was to: `MAIL FROM`, `RCPT TO`, `DATA` or `AUTH …`. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

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
        throw withoutReply(error as SubmissionError)
      }
    },
    close: () => transport.close(),
  }
}

/** The error, without the words of a reply: they may contain an address, and errors are logged. */
function withoutReply(error: SubmissionError): Error {
  const { code = '', command, response, responseCode } = error
  if (response === undefined && code !== 'EENVELOPE' && code !== 'EMESSAGE') return error
  const enhanced = ENHANCED.exec(response ?? '')?.[1]
  const reply = [responseCode ?? 'nothing', enhanced].filter(Boolean).join(' ')
  const text = `the mail server answered ${reply} to ${command} (${code})`
  return isRefusal(error, enhanced) ? new MailRefused(text) : new Error(text)
}

/** Others may be the operator's mistake: no login, a sender that is not the login's, a relay that is closed (5.7). */
const isRefusal = ({ code, command, responseCode = 0 }: SubmissionError, enhanced: string | undefined): boolean =>
  (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO')) &&
  responseCode >= 500 &&
  responseCode !== LOGIN_REQUIRED &&
  !enhanced?.startsWith('5.7.')
