// Mail servers that break every rule, each in its own way. Who believes one of them takes an address for one that does not exist.
import type { Socket } from 'node:net'
import type { MailboxCause } from '../../src/kernel/ports/mailboxes.js'
import { flood } from '../receivers/receiver.js'
import type { MailScript } from './server.js'

interface HostileMail {
  /** Continues "a hostile server". */
  readonly does: string
  readonly script: MailScript
  /** Why a question to it has no answer. */
  readonly cause: MailboxCause
}

const endless = (piece: string) => (socket: Socket) => flood(socket, Buffer.from(piece.repeat(1_000)))

/** Sends a piece every now and then: fast enough for a limit of silence, too slow ever to end. */
const drip = (piece: string) => (socket: Socket) => {
  const dripping = setInterval(() => socket.write(piece), DRIP_MS)
  socket.on('close', () => clearInterval(dripping))
}
const DRIP_MS = 50

const REFUSED = '550 5.1.1 User unknown'

/** By a name that host names may have. STARTTLS is for a server that is given a certificate. */
export const HOSTILE_MAIL = {
  'endless-banner': {
    does: 'never ends its banner',
    script: { greeting: endless('220-welcome\r\n') },
    cause: 'protocol',
  },
  'endless-line': { does: 'never ends a line', script: { greeting: endless('220 aaaaaaaaaa') }, cause: 'protocol' },
  'endless-ehlo': { does: 'never ends its reply to EHLO', script: { ehlo: endless('250-X\r\n') }, cause: 'protocol' },
  'endless-reply': {
    does: 'never ends a reply',
    script: { mail: endless('250-2.1.0 sender ok\r\n') },
    cause: 'protocol',
  },
  'endless-replies': { does: 'sends replies without end', script: { mail: endless('250 Ok\r\n') }, cause: 'protocol' },
  'endless-refusal': {
    does: 'refuses the recipient in a reply of gigabytes',
    script: { rcpt: () => endless(`550-5.1.1 ${'User unknown '.repeat(20)}\r\n`) },
    cause: 'protocol',
  },
  'dripped-banner': { does: 'sends its banner byte by byte', script: { greeting: drip('2') }, cause: 'timeout' },
  'dripped-lines': { does: 'sends its banner line by line', script: { greeting: drip('220-\r\n') }, cause: 'timeout' },
  silent: { does: 'never answers the recipient', script: { rcpt: () => () => undefined }, cause: 'timeout' },
  'answers-before': {
    does: 'answers before it is asked',
    script: { greeting: '220 hi\r\n250 hi\r\n250 sender\r\n550 5.1.1 no such user' },
    cause: 'protocol',
  },
  'refuses-before': {
    does: 'answers the recipient before it is named',
    script: { mail: `250 Ok\r\n${REFUSED}` },
    cause: 'protocol',
  },
  'before-tls': {
    does: 'sends bytes before the TLS handshake',
    script: { rcpt: REFUSED, starttls: `220 go\r\n250-mx.example\r\n250 PIPELINING\r\n${REFUSED}` },
    cause: 'protocol',
  },
  http: {
    does: 'speaks HTTP',
    script: { greeting: 'HTTP/1.1 400 Bad Request\r\nConnection: close' },
    cause: 'protocol',
  },
  nuls: { does: 'sends nothing but NULs', script: { greeting: Buffer.alloc(5_000) }, cause: 'protocol' },
  'mixed-codes': {
    does: 'mixes codes in one reply',
    script: { ehlo: `250-mx.example\r\n${REFUSED}` },
    cause: 'protocol',
  },
  'unknown-codes': { does: 'has codes beyond SMTP', script: { greeting: '999 hello' }, cause: 'protocol' },
  'hangs-up': {
    does: 'closes the connection at once',
    script: { greeting: (socket) => void socket.end() },
    cause: 'connection',
  },
  'half-closed': {
    does: 'closes its half of the connection',
    script: { mail: (socket) => void socket.end() },
    cause: 'connection',
  },
  'reset-greeting': {
    does: 'resets the connection at once',
    script: { greeting: (socket) => void socket.resetAndDestroy() },
    cause: 'connection',
  },
  'reset-sender': {
    does: 'resets the connection',
    script: { mail: (socket) => void socket.resetAndDestroy() },
    cause: 'connection',
  },
  'reset-recipient': {
    does: 'resets it instead of an answer about the recipient',
    script: { rcpt: () => (socket) => void socket.resetAndDestroy() },
    cause: 'connection',
  },
  'cut-refusal': {
    does: 'cuts the refusal in two',
    script: { mail: (socket) => void socket.end('250 Ok\r\n550 5.1.1 User unkn') },
    cause: 'protocol',
  },
} as const satisfies { readonly [kind: string]: HostileMail }

export type HostileMailKind = keyof typeof HOSTILE_MAIL

export const HOSTILE_MAIL_KINDS = Object.keys(HOSTILE_MAIL) as readonly HostileMailKind[]
