// Greets a mail server and says goodbye: whether the port is open, how we are seen, and whether TLS works.
import ipaddr from 'ipaddr.js'
import { createChannel } from '../protocol/channel.js'
import type { Reply } from '../protocol/reply.js'
import { openSession } from '../protocol/session.js'
import { connectToFirst, type Route } from '../transport/connect.js'

export interface Contact {
  /** Our address, as the server sees it or, where it does not say so, as we do; undefined behind a proxy. */
  readonly seenAs: string | undefined
  readonly secure: boolean
}

const CONNECT_MS = 10_000

/** @throws Interrupted, or Error with the reply of a server that refuses us */
export async function contactServer(
  exchange: string,
  address: string,
  options: { readonly route: Route; readonly ehloName: string; readonly signal: AbortSignal },
): Promise<Contact> {
  const { route, ehloName, signal } = options
  const socket = await connectToFirst([address], {
    ...route,
    timeoutMs: CONNECT_MS,
    signal,
    mayTryAnother: () => false,
  })
  const { localAddress } = socket
  const channel = createChannel(socket)
  const stop = () => channel.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const session = await openSession(channel, { ehloName, exchange, startTls: true, now: () => performance.now() })
    if ('reply' in session) throw new Error(`it refuses us: ${session.reply.code} ${session.reply.text.slice(0, 200)}`)
    const { hello, secure } = session
    await session.quit()
    return { seenAs: addressIn(hello, address) ?? (route.proxy ? undefined : localAddress), secure }
  } finally {
    signal.removeEventListener('abort', stop)
    channel.destroy()
  }
}

/** Many servers name the client's address in their reply to EHLO: "250-mx.example Hello ehlo.example [192.0.2.1]". */
function addressIn({ lines }: Reply, server: string): string | undefined {
  const words = (lines[0] ?? '').split(/[\s[\](),;]+/).map((word) => word.replace(/^IPv6:/i, ''))
  return words.find(
    (word) => word !== server && ipaddr.isValid(word) && (word.includes(':') || word.split('.').length === 4),
  )
}
