// Opens conversations with exchanges, asks in them, and lets the next question for the same exchange continue in them.
import type { FairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { mailboxChecks } from '../../kernel/limits.js'
import type { Gates, Granted, Lease } from './manners/gates.js'
import { type Finding, findingOf, type Probe, probe } from './probe.js'
import { createChannel, Interrupted } from './protocol/channel.js'
import { openSession, type Refused, type Session, type Timeouts } from './protocol/session.js'
import { connectToFirst, type Route } from './transport/connect.js'

/** A conversation that is open, with the permit that it holds. */
export interface Conversation {
  readonly session: Session
  /** The account whose question opened it. */
  readonly account: string
  questions: number
}

interface ConversationOptions {
  readonly route: Route
  readonly ehloName: string
  readonly gates: Gates<Conversation>
  readonly sessions: FairSemaphore
  readonly timeouts: Timeouts
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** What to ask, and whom. */
interface Errand {
  readonly exchange: string
  readonly addresses: readonly string[]
  /** Names of the gates. */
  readonly keys: readonly string[]
  readonly account: string
  readonly recipients: number
  readonly question: Omit<Probe, 'mayName'>
  /** Ends the wait for a turn. */
  readonly signal: AbortSignal
}

const CONNECT_MS = 15_000

export interface Conversations {
  /** Asks as soon as the exchange may be asked; undefined if its turn does not come in time. @throws Interrupted */
  ask(errand: Errand): Promise<Finding | undefined>
  /** Number of open conversations. */
  readonly open: number
}

export function createConversations({
  route,
  ehloName,
  gates,
  sessions,
  timeouts,
  stopping,
  now,
}: ConversationOptions): Conversations {
  let open = 0

  async function connect(
    errand: Pick<Errand, 'exchange' | 'addresses'>,
    lease: Lease<Conversation>,
    startTls: boolean,
  ): Promise<Session | Refused> {
    const { exchange, addresses } = errand
    const socket = await connectToFirst(addresses, {
      ...route,
      timeoutMs: CONNECT_MS,
      signal: stopping,
      mayTryAnother: () => lease.tryConnect(),
    })
    const channel = createChannel(socket)
    const stop = () => channel.destroy(new Interrupted('stopping', 'the service stops'))
    stopping.addEventListener('abort', stop, { once: true })
    socket.once('close', () => stopping.removeEventListener('abort', stop))
    if (stopping.aborted) stop()
    try {
      return await openSession(channel, { ehloName, exchange, startTls, timeouts, now })
    } catch (error) {
      channel.destroy()
      const isTls = error instanceof Interrupted && error.how === 'tls'
      // Opportunistic: rather in the clear than not at all (RFC 7435), as every mail server does.
      if (!isTls || !startTls || !lease.tryConnect()) throw error
      return await connect(errand, lease, false)
    }
  }

  /** A conversation for this question: the one that was passed on, or a new one. */
  async function begin(errand: Errand, { lease, session }: Granted<Conversation>): Promise<Conversation | Refused> {
    if (session) {
      try {
        await session.session.reset()
        return session
      } catch (error) {
        close(session)
        if (!lease.tryConnect()) throw error
      }
    }
    await sessions.acquire(errand.account, { signal: stopping })
    open++
    try {
      const opened = await connect(errand, lease, true)
      if ('ask' in opened) return { session: opened, account: errand.account, questions: 0 }
      release(errand.account)
      return opened
    } catch (error) {
      release(errand.account)
      throw error
    }
  }

  function release(account: string): void {
    open--
    sessions.release(account)
  }

  function close({ session, account }: Conversation): void {
    session.destroy(new Interrupted('connection', 'the conversation has ended'))
    release(account)
  }

  /** Passes the conversation on, or says goodbye; the answer does not wait for that. */
  function end(conversation: Conversation, lease: Lease<Conversation>, isUsable: boolean): void {
    const mayGoOn = isUsable && conversation.questions < mailboxChecks.perConnection.questions && !stopping.aborted
    if (mayGoOn && lease.tryPassOn(conversation)) return
    const goodbye = isUsable ? conversation.session.quit() : Promise.resolve()
    void goodbye.then(() => {
      close(conversation)
      lease.end()
    })
  }

  return {
    async ask(errand) {
      const { exchange, question, signal } = errand
      const granted = await gates.take({ ...errand, route: exchange }, signal)
      if (!granted) return undefined
      const { lease } = granted
      let conversation: Conversation
      try {
        const begun = await begin(errand, granted)
        if ('reply' in begun) {
          lease.end()
          return findingOf(begun.reply, begun.stage, question)
        }
        conversation = begun
      } catch (error) {
        lease.end()
        throw error instanceof Interrupted || !stopping.aborted
          ? error
          : new Interrupted('stopping', 'the service stops')
      }
      conversation.questions++
      try {
        const finding = await probe(conversation.session, { ...question, mayName: () => lease.tryName() })
        end(conversation, lease, !finding.interrupted)
        return finding
      } catch (error) {
        end(conversation, lease, false)
        throw error
      }
    },
    get open() {
      return open
    },
  }
}
