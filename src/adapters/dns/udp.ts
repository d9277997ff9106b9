import type { Question } from './query.js'
import { random16 } from './random.js'
import { type Asker, type DnsServer, openUdpLine, type UdpLine } from './udpLine.js'

export interface UdpServer {
  /** As a line's `ask`, over one of its lines. */
  ask(question: Question, asker: Asker): () => void
  close(): void
}

/** Lines in use when little is under way: few, as one wake-up then takes many answers from one socket. */
const LINES = 4
/** With more queries waiting on it a line is full: a burst of answers must not overrun its receive buffer. */
const FULL = 64
/** Lines at most: 2,000 queries in flight fit. */
const MOST_LINES = 32
const USES = 10_000

/**
 * Asks one DNS server over a pool of UDP sockets, opened when first needed. After `uses` queries a line gives way to
 * one on another random port, so that nobody can find out a port and keep guessing ids (RFC 5452 section 9.2).
 */
export function createUdpServer(server: DnsServer, uses = USES): UdpServer {
  const pool: ({ line: UdpLine; uses: number } | undefined)[] = new Array(MOST_LINES).fill(undefined)
  const open = new Set<UdpLine>()
  let closed = false

  function lineAt(index: number): UdpLine {
    const kept = pool[index]
    if (kept && kept.uses++ < uses) return kept.line
    kept?.line.retire()
    const line: UdpLine = openUdpLine(server, () => {
      open.delete(line)
      if (pool[index]?.line === line) pool[index] = undefined
    })
    open.add(line)
    pool[index] = { line, uses: 1 }
    return line
  }

  /** One of the first lines by chance, or the first behind it that is not full. */
  function pick(): UdpLine {
    let index = random16() % LINES
    let line = lineAt(index)
    while (line.waiting() >= FULL && index + LINES < MOST_LINES) {
      index += LINES
      line = lineAt(index)
    }
    return line
  }

  return {
    ask(question, asker) {
      if (!closed) return pick().ask(question, asker)
      process.nextTick(() => asker.failed('CLOSED'))
      return () => {}
    },
    close() {
      closed = true
      for (const line of open) line.close('CLOSED')
    },
  }
}
