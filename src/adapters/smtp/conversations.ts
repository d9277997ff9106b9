// Opens conversations with exchanges, asks in them, and lets the next question for the same exchange continue in them.
import type { FairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { mailboxChecks } from '../../kernel/limits.js'
import type { Gates, Granted, Lease } from './manners/gates.js'
import { type Finding, findingOf, type Probe, probe } from './probe.js'
import { type Channel, createChannel, Interrupted } from './protocol/channel.js'
import { openSession, type Refused, type Session, type Timeouts } from './protocol/session.js'
import { connectToFirst, type Route } from './transport/connect.js'

/** A conversation that is open, with the permit that it holds. */
export interface Conversation {
  readonly session: Session
  readonly channel: Channel
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
  /** Called if the turn does not come at once. */
  readonly waits: () => void
  /** Called when the turn has come. @returns whether the question may still be asked */
  readonly mayStart: () => Promise<boolean>
  /** Called before a recipient is named. */
  readonly names: () => void
  /** When the wait for a turn ends, monotonic milliseconds. */
  readonly waitsUntil: number
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal
}

const CONNECT_MS = 15_000

export interface Conversations {
  /**
   * Asks as soon as the exchange may be asked; undefined if its turn does not come in time, or it may not start.
   * @throws Interrupted; StoreUnavailable before anybody was asked
   */
  ask(errand: Errand): Promise<Finding | undefined>
  /** Number of open conversations. */
  readonly open: number
  /** Ends them all; those that say goodbye may finish. */
  stop(): Promise<void>
}

export function createConversations({
  route,
  ehloName,
  gates,
  sessions,
  timeouts,
  now,
}: ConversationOptions): Conversations {
  let open = 0
  /** Those that are open, or being opened: to be ended when the service stops. */
  const channels = new Set<Channel>()
  const goodbyes = new Set<Promise<void>>()
  let isStopping = false

  async function connect(
    errand: Pick<Errand, 'exchange' | 'addresses' | 'stopping'>,
    lease: Lease<Conversation>,
    startTls: boolean,
  ): Promise<{ readonly session: Session; readonly channel: Channel } | Refused> {
    const { exchange, addresses, stopping } = errand
    const socket = await connectToFirst(addresses, {
      ...route,
      timeoutMs: CONNECT_MS,
      signal: stopping,
      mayTryAnother: () => lease.tryConnect(),
    })
    const channel = createChannel(socket)
    channels.add(channel)
    socket.once('close', () => channels.delete(channel))
    if (stopping.aborted) channel.destroy()
    try {
      const session = await openSession(channel, { ehloName, exchange, startTls, timeouts, now })
      return 'reply' in session ? session : { session, channel }
    } catch (error) {
      channel.destroy()
      const isTls = error instanceof Interrupted && error.how === 'tls'
      // Opportunistic: rather in the clear than not at all (RFC 7435), as every mail server does.
      if (!isTls || !startTls || !(await lease.tryConnect())) throw error
      return await connect(errand, lease, false)
    }
  }

  /** A conversation for this question: the one that was passed on, or a new one. @throws with the permit released */
  async function begin(errand: Errand, { lease, session }: Granted<Conversation>): Promise<Conversation | Refused> {
    if (session) {
      try {
        await session.session.reset()
        return session
      } catch (error) {
        close(session)
        if (!(await lease.tryConnect())) throw error
      }
      await sessions.acquire(errand.account, { signal: errand.stopping })
      open++
    }
    try {
      const opened = await connect(errand, lease, true)
      if ('session' in opened) return { ...opened, account: errand.account, questions: 0 }
      release(errand.account)
      return opened
    } catch (error) {
      release(errand.account)
      throw error
    }
  }

  /** Takes the permit and makes the turn known to the other processes. @returns false if they have been faster */
  async function confirm({ account, stopping }: Errand, { lease, session }: Granted<Conversation>): Promise<boolean> {
    if (!session) {
      try {
        await sessions.acquire(account, { signal: stopping })
      } catch {
        lease.cancel()
        throw stopped()
      }
      open++
      lease.opensNow()
    }
    let isConfirmed = false
    try {
      isConfirmed = await lease.confirm()
      return isConfirmed
    } finally {
      if (!isConfirmed) {
        if (session) end(session, lease, true)
        else release(account)
      }
    }
  }

  /** A turn that is known to the other processes; undefined if none comes in time, or the question may not be asked. */
  async function takeTurn(errand: Errand): Promise<Granted<Conversation> | undefined> {
    for (;;) {
      const { keys, account, recipients, exchange: route, stopping } = errand
      const request = { keys, account, recipients, route }
      const lease = gates.tryTake(request)
      if (!lease) errand.waits()
      const granted = lease
        ? { lease, session: undefined }
        : await gates.take(request, stopping, Math.max(0, errand.waitsUntil - now()))
      if (!granted) return undefined
      if (!(await confirm(errand, granted))) continue
      let mayStart = false
      try {
        mayStart = await errand.mayStart()
        if (mayStart) return granted
        return undefined
      } finally {
        if (!mayStart) {
          if (granted.session) end(granted.session, granted.lease, true)
          else {
            release(errand.account)
            granted.lease.end()
          }
        }
      }
    }
  }

  function release(account: string): void {
    open--
    sessions.release(account)
  }

  function close({ session, account }: Conversation): void {
    session.destroy()
    release(account)
  }

  /** Passes the conversation on, or says goodbye; the answer does not wait for that. */
  function end(conversation: Conversation, lease: Lease<Conversation>, isUsable: boolean): void {
    const mayGoOn = isUsable && conversation.questions < mailboxChecks.perConnection.questions && !isStopping
    if (mayGoOn && lease.tryPassOn(conversation)) return
    if (isUsable) channels.delete(conversation.channel)
    const goodbye = (isUsable ? conversation.session.quit() : Promise.resolve()).then(() => {
      goodbyes.delete(goodbye)
      close(conversation)
      lease.end()
    })
    goodbyes.add(goodbye)
  }

  return {
    async ask(errand) {
      const { question, stopping } = errand
      const granted = await takeTurn(errand)
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
        throw stopping.aborted ? stopped() : error
      }
      conversation.questions++
      try {
        const mayName = () => {
          errand.names()
          return lease.tryName()
        }
        const finding = await probe(conversation.session, { ...question, mayName })
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
    async stop() {
      isStopping = true
      for (const channel of channels) channel.destroy()
      await Promise.all(goodbyes)
    },
  }
}

const stopped = (): Interrupted => new Interrupted('stopping', 'the service stops')
