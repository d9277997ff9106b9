// What a server announces in its reply to EHLO (RFC 5321 section 4.1.1.1).
import type { Reply } from './reply.js'

export interface Extensions {
  /** RFC 2920. */
  readonly pipelining: boolean
  /** RFC 3207. */
  readonly startTls: boolean
  /** RFC 6531. */
  readonly smtpUtf8: boolean
}

/** After HELO, and before anything was announced. */
export const NO_EXTENSIONS: Extensions = { pipelining: false, startTls: false, smtpUtf8: false }

/** The first line is the greeting; each further one begins with a keyword, in any letter case. */
export function extensionsOf({ lines }: Reply): Extensions {
  const keywords = new Set(lines.slice(1).map((line) => line.trim().split(/[ =]/, 1)[0]!.toUpperCase()))
  return {
    pipelining: keywords.has('PIPELINING'),
    startTls: keywords.has('STARTTLS'),
    smtpUtf8: keywords.has('SMTPUTF8'),
  }
}
