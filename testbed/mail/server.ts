// A mail server on loopback that answers as a test says, and records what it was told.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { Certificate } from '../certificate.js'

/** What is written: a reply without its last line break, several bytes as they are, or whatever a test does with the socket. */
type Said = string | Buffer | ((socket: Socket) => void)

export interface MailScript {
  /** Default: "220 mx.example ESMTP". */
  readonly greeting?: Said
  /** Keywords that are announced; default: none. */
  readonly extensions?: readonly string[]
  readonly ehlo?: Said
  readonly helo?: Said
  /** Default: "250 2.1.0 Ok". */
  readonly mail?: Said
  /** Default: "250 2.1.5 Ok". @param count recipients of this transaction before */
  readonly rcpt?: string | ((recipient: string, count: number) => Said)
  /** After the text of a mail; default: "250 2.0.0 Queued". */
  readonly data?: Said
  readonly rset?: Said
  readonly starttls?: Said
  readonly quit?: Said
  /** Enables STARTTLS, which is announced too. */
  readonly tls?: Certificate
}

/** One connection. */
interface MailConnection {
  /** By `performance.now()`. */
  readonly openedAt: number
  /** In the order in which they arrived. */
  readonly commands: string[]
  /** Times of RCPT commands, by `performance.now()`. */
  readonly named: number[]
  /** Whether a chunk held several commands. */
  pipelined: boolean
  secure: boolean
  /** Texts of mails that arrived, with their line breaks, without the dots that SMTP adds. */
  readonly mails: string[]
  /** Whether the client said QUIT. */
  polite: boolean
  /** Bytes that it was sent. */
  readonly written: number
}

/** Every address of 127.0.0.0/8; others are turned away. */
export const EVERY_LOOPBACK = '0.0.0.0'

/** What a server says, or what it says to each connection. */
type Script = MailScript | ((socket: Socket) => MailScript)

export interface MailServer {
  readonly address: string
  readonly port: number
  readonly connections: readonly MailConnection[]
  /** Open connections. */
  readonly open: number
  /** Recipients that were named, in all connections, without brackets. */
  recipients(): string[]
  /** Mails of all connections. */
  mails(): string[]
  /** Commands of all connections. */
  commands(): string[]
  /** Replaces the script for what follows. */
  say(script: Script): void
  forget(): void
  close(): Promise<void>
}

export async function startMailServer(first: Script = {}, address = '127.0.0.1', port = 0): Promise<MailServer> {
  let script = first
  let connections: MailConnection[] = []
  const sockets = new Set<Socket>()

  function serve(socket: Socket): void {
    if (address === EVERY_LOOPBACK && !socket.remoteAddress?.startsWith('127.')) return void socket.destroy()
    const scriptNow = () => (typeof script === 'function' ? script(socket) : script)
    const connection: MailConnection = {
      openedAt: performance.now(),
      commands: [],
      named: [],
      pipelined: false,
      secure: false,
      mails: [],
      polite: false,
      get written() {
        return socket.bytesWritten
      },
    }
    connections.push(connection)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    say(socket, scriptNow().greeting ?? '220 mx.example ESMTP')
    listen(socket, connection, scriptNow)
  }

  function listen(socket: Socket, connection: MailConnection, scriptNow: () => MailScript): void {
    let text = ''
    let count = 0
    let mail: string[] | undefined
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      text += bytes.toString()
      const lines = text.split('\r\n')
      text = lines.pop()!
      if (lines.length > 1 && !mail) connection.pipelined = true
      for (const line of lines) {
        if (mail) {
          if (line !== '.') mail.push(line.replace(/^\./, ''))
          else {
            connection.mails.push(mail.join('\n'))
            mail = undefined
            say(socket, scriptNow().data ?? '250 2.0.0 Queued')
          }
          continue
        }
        connection.commands.push(line)
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'RCPT') connection.named.push(performance.now())
        if (verb === 'MAIL' || verb === 'RSET') count = 0
        if (line.toUpperCase() === 'STARTTLS' && scriptNow().tls) {
          startTls(socket, connection, scriptNow)
          return
        }
        if (verb === 'DATA') mail = []
        say(socket, answerTo(line, verb, count, scriptNow()))
        if (verb === 'RCPT') count++
        if (verb === 'QUIT') {
          connection.polite = true
          socket.end()
        }
      }
    })
  }

  function startTls(socket: Socket, connection: MailConnection, scriptNow: () => MailScript): void {
    const { tls, starttls = '220 2.0.0 Ready' } = scriptNow()
    socket.removeAllListeners('data')
    say(socket, starttls)
    if (typeof starttls === 'function') return
    if (!starttls.toString().startsWith('220')) {
      listen(socket, connection, scriptNow)
      return
    }
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) })
    secured.on('error', () => socket.destroy())
    secured.once('secure', () => {
      connection.secure = true
    })
    listen(secured, connection, scriptNow)
  }

  function answerTo(line: string, verb: string, count: number, script: MailScript): Said {
    switch (verb) {
      case 'EHLO':
        return script.ehlo ?? ehloReply(script)
      case 'HELO':
        return script.helo ?? '250 mx.example'
      case 'MAIL':
        return script.mail ?? '250 2.1.0 Ok'
      case 'RCPT':
        return typeof script.rcpt === 'function'
          ? script.rcpt(inBrackets(line), count)
          : (script.rcpt ?? '250 2.1.5 Ok')
      case 'DATA':
        return '354 End with a dot'
      case 'AUTH':
        return '235 2.7.0 Welcome'
      case 'RSET':
        return script.rset ?? '250 2.0.0 Ok'
      case 'QUIT':
        return script.quit ?? '221 2.0.0 Bye'
      default:
        return '502 5.5.2 Command not recognized'
    }
  }

  const server: Server = createServer(serve)
  server.listen(port, address)
  await once(server, 'listening')

  return {
    address,
    port: (server.address() as { port: number }).port,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    recipients: () => connections.flatMap(({ commands }) => commands.filter(isRcpt).map(inBrackets)),
    mails: () => connections.flatMap(({ mails }) => mails),
    commands: () => connections.flatMap(({ commands }) => commands),
    say(next) {
      script = next
    },
    forget() {
      connections = []
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const ehloReply = ({ extensions = [], tls }: MailScript): string => {
  const lines = ['mx.example', ...extensions, ...(tls ? ['STARTTLS'] : [])]
  return lines.map((line, at) => `250${at === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n')
}

const isRcpt = (line: string): boolean => line.toUpperCase().startsWith('RCPT')

/** What a command has between its brackets. */
const inBrackets = (line: string): string => line.slice(line.indexOf('<') + 1, line.lastIndexOf('>'))

function say(socket: Socket, said: Said): void {
  if (typeof said === 'function') said(socket)
  else socket.write(typeof said === 'string' ? `${said}\r\n` : said)
}
