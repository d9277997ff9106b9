import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { answers, encodeQuery, type Question } from './query.js'
import { random16 } from './random.js'

export interface DnsServer {
  /** IPv4 or IPv6. */
  readonly address: string
  readonly port: number
}

/** One of the two is called at most once, and never before the asking function has returned. */
export interface Asker {
  /** A packet that answers the question came in; what it says is still to be read. */
  answered(packet: Buffer): void
  /** The network refused; `code` is the system's name for it. */
  failed(code: string): void
}

/** One connected UDP socket on a random port: the kernel drops what comes from elsewhere. */
export interface UdpLine {
  /** Sends a query under an id of its own; what it returns stops waiting for the answer. */
  ask(question: Question, asker: Asker): () => void
  /** How many queries wait for their answer. */
  waiting(): number
  /** Closes the socket once nobody waits on it. */
  retire(): void
  /** Closes the socket now; who waits on it fails with `code`. */
  close(code: string): void
}

interface Pending {
  readonly query: Buffer
  readonly question: Question
  readonly asker: Asker
}

/** Opens a line; it does not keep the process alive. `closed` is called once, also when it broke. */
export function openUdpLine({ address, port }: DnsServer, closed: () => void): UdpLine {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  const pending = new Map<number, Pending>()
  let unsent: Buffer[] | undefined = []
  let remote: string | undefined
  let state: 'open' | 'retired' | 'closed' = 'open'

  const send = (query: Buffer) => socket.send(query, failAll)

  socket.on('error', failAll)
  socket.on('message', (packet, sender) => {
    if (sender.port !== port || sender.address !== remote || packet.length < 2) return
    const id = packet.readUInt16BE(0)
    const waiting = pending.get(id)
    if (!waiting || !answers(packet, waiting.query, waiting.question)) return
    release(id)
    waiting.asker.answered(packet)
  })
  socket.connect(port, address, ((error?: Error) => {
    if (state === 'closed') return
    if (error) return close(codeOf(error))
    remote = socket.remoteAddress().address
    const queries = unsent ?? []
    unsent = undefined
    queries.forEach(send)
  }) as () => void)
  socket.unref()

  /** An unreachable port or network shows on the socket, not on one query: it fails whoever waits. */
  function failAll(error: Error | null): void {
    if (!error || state === 'closed') return
    if (unsent) close(codeOf(error))
    else failPending(codeOf(error))
  }

  function failPending(code: string): void {
    const waiting = [...pending.values()]
    pending.clear()
    closeWhenIdle()
    for (const { asker } of waiting) asker.failed(code)
  }

  function release(id: number): void {
    pending.delete(id)
    closeWhenIdle()
  }

  function closeWhenIdle(): void {
    if (state === 'retired' && pending.size === 0) close('CLOSED')
  }

  function close(code: string): void {
    if (state === 'closed') return
    state = 'closed'
    socket.close()
    closed()
    failPending(code)
  }

  return {
    ask(question, asker) {
      let id = random16()
      while (pending.has(id)) id = random16()
      const query = encodeQuery(id, question)
      const mine = { query, question, asker }
      pending.set(id, mine)
      if (unsent) unsent.push(query)
      else send(query)
      return () => {
        if (pending.get(id) === mine) release(id)
      }
    },
    waiting: () => pending.size,
    retire() {
      if (state === 'open') state = 'retired'
      closeWhenIdle()
    },
    close,
  }
}

const codeOf = (error: Error): string => (error as NodeJS.ErrnoException).code ?? 'NETWORK'
