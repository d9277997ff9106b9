// One conversation with a mail server, from its greeting to QUIT (RFC 5321). It never sends DATA, VRFY or EXPN.
import { isIP } from 'node:net'
import { type Channel, Interrupted } from './channel.js'
import { type Extensions, extensionsOf, NO_EXTENSIONS } from './extensions.js'
import { isPositive, type Reply } from './reply.js'

/** Where a conversation can end. */
export type Stage = 'greeting' | 'hello' | 'sender' | 'recipient' | 'random'

/** How long a server may take, in milliseconds. Many delay their greeting on purpose. */
export interface Timeouts {
  readonly greeting: number
  readonly hello: number
  readonly tls: number
  readonly sender: number
  readonly recipient: number
  readonly goodbye: number
  /** The greeting with everything before the first question, and each question. */
  readonly total: number
}

export const TIMEOUTS_MS: Timeouts = {
  greeting: 30_000,
  hello: 20_000,
  tls: 15_000,
  sender: 20_000,
  recipient: 30_000,
  goodbye: 2_000,
  total: 90_000,
}

/** RFC 5321 section 4.1.1.1: a server without EHLO answers one of these. */
const NO_EHLO: readonly number[] = [500, 501, 502, 504, 550]

/** The server has refused at some stage, before the recipient. */
export interface Refused {
  readonly stage: Stage
  readonly reply: Reply
}

export interface Session {
  readonly extensions: Extensions
  /** Whether the conversation goes on over TLS. */
  readonly secure: boolean
  /** The reply to EHLO or HELO, which often names our address. */
  readonly hello: Reply
  /** Address of this end. */
  readonly localAddress: string | undefined
  /**
   * Begins a transaction and names the first recipient: in one packet where the server allows it.
   * @returns both replies, the second only if the sender was accepted
   * @throws Interrupted
   */
  ask(sender: string, recipient: string, utf8: boolean): Promise<{ sender: Reply; recipient: Reply | undefined }>
  /** Names another recipient of the same transaction. @throws Interrupted */
  askFor(recipient: string): Promise<Reply>
  /** Ends the transaction without sending anything. @throws Interrupted */
  reset(): Promise<void>
  /** Ends the transaction and the connection, as a good client does. Never rejects. */
  quit(): Promise<void>
  destroy(): void
}

export interface SessionOptions {
  readonly ehloName: string
  /** Host name of the server, for SNI. */
  readonly exchange: string
  /** Whether to use TLS where it is announced. */
  readonly startTls: boolean
  /** Default: TIMEOUTS_MS. */
  readonly timeouts?: Timeouts
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/**
 * Greets a server that was connected to.
 * @returns the session, or the reply that refuses it; then the connection has ended
 * @throws Interrupted; then the connection has ended
 */
export async function openSession(channel: Channel, options: SessionOptions): Promise<Session | Refused> {
  const { ehloName, exchange, timeouts = TIMEOUTS_MS, now } = options
  let end = now() + timeouts.total
  const within = (stage: keyof Timeouts): number => Math.min(timeouts[stage], end - now())

  async function command(line: string, stage: keyof Timeouts): Promise<Reply> {
    channel.send(line)
    return await channel.receive(within(stage))
  }

  async function hello(): Promise<Reply> {
    const reply = await command(`EHLO ${ehloName}`, 'hello')
    return NO_EHLO.includes(reply.code) ? await command(`HELO ${ehloName}`, 'hello') : reply
  }

  async function goodbye(...commands: readonly string[]): Promise<void> {
    try {
      channel.send(...commands)
      for (const _ of commands) await channel.receive(timeouts.goodbye)
    } catch {
      // The server may have closed the connection first.
    } finally {
      channel.destroy()
    }
  }

  const refused = async (stage: Stage, reply: Reply): Promise<Refused> => {
    await goodbye('QUIT')
    return { stage, reply }
  }

  const greeting = await channel.receive(within('greeting'))
  if (greeting.code !== 220) return await refused('greeting', greeting)

  let reply = await hello()
  if (!isPositive(reply)) return await refused('hello', reply)
  let extensions = extensionsOf(reply)
  let secure = false
  if (extensions.startTls && options.startTls) {
    // A server that cannot, such as one whose certificate is missing, says so; then the conversation goes on without TLS.
    if ((await command('STARTTLS', 'hello')).code === 220) {
      await channel.secure(isIP(exchange) ? undefined : exchange, within('tls'))
      secure = true
      // What was announced before the handshake may have been forged (RFC 3207 section 4.2).
      extensions = NO_EXTENSIONS
      reply = await hello()
      if (!isPositive(reply)) return await refused('hello', reply)
      extensions = extensionsOf(reply)
    }
  }

  return {
    extensions,
    secure,
    hello: reply,
    localAddress: channel.localAddress,

    async ask(sender, recipient, utf8) {
      end = now() + timeouts.total
      const commands = [`MAIL FROM:<${sender}>${utf8 ? ' SMTPUTF8' : ''}`, `RCPT TO:<${recipient}>`] as const
      if (!extensions.pipelining) {
        const accepted = await command(commands[0], 'sender')
        if (!isPositive(accepted)) return { sender: accepted, recipient: undefined }
        return { sender: accepted, recipient: await command(commands[1], 'recipient') }
      }
      channel.send(...commands)
      const accepted = await channel.receive(within('sender'))
      // A server that says 421 closes the connection, and answers nothing else.
      if (accepted.code === 421) return { sender: accepted, recipient: undefined }
      const answered = await channel.receive(within('recipient'))
      return { sender: accepted, recipient: isPositive(accepted) ? answered : undefined }
    },

    askFor(recipient) {
      return command(`RCPT TO:<${recipient}>`, 'recipient')
    },

    async reset() {
      const done = await command('RSET', 'hello')
      if (!isPositive(done)) throw new Interrupted('protocol', 'the server refuses RSET')
    },

    async quit() {
      if (extensions.pipelining) return await goodbye('RSET', 'QUIT')
      try {
        await command('RSET', 'goodbye')
      } catch {
        return
      }
      await goodbye('QUIT')
    },
    destroy: () => channel.destroy(),
  }
}
