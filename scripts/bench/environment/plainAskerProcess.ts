// The baseline of an asker: the same conversations over sockets alone, without limits, memory or understanding. Talks like it.
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { mailboxChecks } from '../../../src/kernel/limits.js'
import { memoryMb } from '../../../testbed/procfs.js'
import type { Answers, Asking } from './mailboxAskerProcess.js'

const { port, rows } = JSON.parse(process.argv[2]!) as Asking

/** One conversation; a command for each reply. */
const converse = (row: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const domain = `o${row}.example`
    const commands = ['EHLO probe.example', 'MAIL FROM:<>', `RCPT TO:<ada@${domain}>`, `RCPT TO:<x@${domain}>`]
    const rest = [...commands, 'RSET', 'QUIT']
    const socket = connect({ port, host: `127.${1 + ((row >> 8) & 0x7f)}.${row & 0xff}.1`, noDelay: true })
    socket.on('data', () => void (rest.length > 0 && socket.write(`${rest.shift()}\r\n`)))
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })

async function ask(): Promise<Answers> {
  global.gc?.()
  const memoryBeforeMb = await memoryMb(process.pid, 'VmRSS')
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  let next = 0
  const one = async () => {
    while (next < rows) await converse(next++)
  }
  await Promise.all(Array.from({ length: mailboxChecks.sessions.permits }, one))
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  const memoryMostMb = await memoryMb(process.pid, 'VmRSS')
  return { answered: rows, results: {}, seconds, cpuSeconds: (user + system) / 1e6, memoryBeforeMb, memoryMostMb }
}

createInterface({ input: process.stdin }).once('line', () => {
  void ask().then((answers) => console.log(JSON.stringify(answers)))
})
console.log('ready')
