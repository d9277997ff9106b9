// A reply of an SMTP server (RFC 5321 section 4.2).

export interface Reply {
  /** 200 to 599. */
  readonly code: number
  /** RFC 3463, if the text begins with one: "5.1.1". */
  readonly enhanced: string | undefined
  /** The lines, each without its codes, joined by spaces. Control characters are spaces. For the table of replies only: it may hold the address. */
  readonly text: string
  /** The lines as they are, for the keywords of EHLO. */
  readonly lines: readonly string[]
}

/** A server breaks the protocol, or a limit that ours sets. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

/** RFC 5321 section 4.5.3.1.5 allows 512 octets, which some servers exceed. */
const MAX_LINE_BYTES = 2_048
const MAX_LINES = 100

const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?![\d.])[ \t]*/
const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/s
const LF = 0x0a
const CR = 0x0d

export interface ReplyParser {
  /** The replies that these bytes complete. @throws ProtocolError */
  push(bytes: Buffer): Reply[]
  /** Whether a reply has begun. */
  readonly isPartial: boolean
}

/** Parses replies however the network cuts them. Lines may end with LF alone; the number of bytes is limited by the caller. */
export function createReplyParser(): ReplyParser {
  let line: Buffer[] = []
  let lineBytes = 0
  let code = ''
  let lines: string[] = []

  function add(part: Buffer): void {
    lineBytes += part.length
    if (lineBytes > MAX_LINE_BYTES) throw new ProtocolError('a line is too long')
    if (part.length > 0) line.push(part)
  }

  /** The reply, if this was its last line. */
  function endLine(): Reply | undefined {
    const bytes = line.length === 1 ? line[0]! : Buffer.concat(line)
    const end = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length
    const text = bytes.toString('utf8', 0, end)
    line = []
    lineBytes = 0
    const [, digits, separator, rest = ''] = LINE.exec(text) ?? []
    if (digits === undefined) throw new ProtocolError('a line is no reply')
    if (code !== '' && digits !== code) throw new ProtocolError('the lines of a reply have different codes')
    if (lines.length === MAX_LINES) throw new ProtocolError('a reply has too many lines')
    lines.push(rest)
    if (separator === '-') {
      code = digits
      return undefined
    }
    const reply = replyOf(Number(digits), lines)
    code = ''
    lines = []
    return reply
  }

  return {
    push(bytes) {
      const replies: Reply[] = []
      for (let from = 0; from < bytes.length; ) {
        const at = bytes.indexOf(LF, from)
        if (at < 0) {
          add(bytes.subarray(from))
          break
        }
        add(bytes.subarray(from, at))
        const reply = endLine()
        if (reply) replies.push(reply)
        from = at + 1
      }
      return replies
    },
    get isPartial() {
      return lineBytes > 0 || lines.length > 0
    },
  }
}

function replyOf(code: number, lines: readonly string[]): Reply {
  let enhanced: string | undefined
  const texts = lines.map((line) => {
    const [whole, found] = ENHANCED.exec(line) ?? []
    // Its class is that of the reply (RFC 2034 section 4); anything else is a version number or an address.
    if (whole === undefined || found === undefined || Number(found[0]) !== Math.floor(code / 100)) return line
    enhanced ??= found
    return line.slice(whole.length)
  })
  return {
    code,
    enhanced,
    text: texts
      .join(' ')
      .replace(/[\x00-\x1f\x7f-\x9f\s]+/g, ' ')
      .trim(),
    lines,
  }
}

export const isPositive = ({ code }: Reply): boolean => code >= 200 && code < 300
