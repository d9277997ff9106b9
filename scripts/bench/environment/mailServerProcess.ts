// Mail servers of any number of operators in one process: one port on every address of loopback. Prints the port; then, for each
// line of input, what it has seen.
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { mostWithin } from '../../../testbed/mail/mostWithin.js'

const latencyMs = Number(process.argv[2] ?? 0)
const MINUTE_MS = 60_000

const opened: number[] = []
const named: number[] = []
/** Recipients by name, without those that cannot exist: how often each was asked about. */
const times = new Map<string, number>()
let open = 0
let mostOpen = 0

const REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250 mx.example',
  MAIL: '250 2.1.0 Ok',
  RSET: '250 2.0.0 Ok',
  QUIT: '221 2.0.0 Bye',
}

function serve(socket: Socket): void {
  if (!socket.remoteAddress?.startsWith('127.')) return void socket.destroy()
  opened.push(performance.now())
  mostOpen = Math.max(mostOpen, ++open)
  const say = (text: string) => {
    if (latencyMs === 0) socket.write(`${text}\r\n`)
    else setTimeout(() => socket.writable && socket.write(`${text}\r\n`), latencyMs)
  }
  let rest = ''
  socket.on('error', () => socket.destroy())
  socket.on('close', () => open--)
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString()).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      const verb = line.slice(0, 4)
      if (verb === 'RCPT') {
        named.push(performance.now())
        const local = line.slice(line.indexOf('<') + 1, line.indexOf('@'))
        if (local.startsWith('ada')) times.set(line, (times.get(line) ?? 0) + 1)
        say(local.startsWith('ada') ? '250 2.1.5 Ok' : '550 5.1.1 User unknown')
      } else say(REPLIES[verb] ?? '502 5.5.2 Unknown')
      if (verb === 'QUIT') socket.end()
    }
  })
  say('220 mx.example ESMTP')
}

// Every address of loopback, which only 0.0.0.0 covers; others are refused above.
const server = createServer(serve)
server.listen(0, '0.0.0.0', 4_096, () => console.log((server.address() as { port: number }).port))

createInterface({ input: process.stdin }).on('line', () =>
  console.log(
    JSON.stringify({
      connections: opened.length,
      recipients: named.length,
      mailboxes: times.size,
      twice: [...times.values()].filter((count) => count > 1).length,
      mostOpen,
      connectionsAMinute: mostWithin(opened, MINUTE_MS),
      recipientsAMinute: mostWithin(named, MINUTE_MS),
    }),
  ),
)
