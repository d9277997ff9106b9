// Runs a mail server of Debian, unpacked in the folder that MAIL_SERVERS names, until a test ends it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../eventually.js'
import { tempDirectory } from '../../tempDirectory.js'

export interface RealServer {
  readonly address: string
  readonly port: number
  /** What it has logged. */
  log(): string
  close(): Promise<void>
}

/** A folder for the files of one server, where it finds its own programs and libraries. */
export interface Place {
  /** Of the server's own files. */
  readonly path: string
  /** Where Debian's packages were unpacked. */
  readonly root: string
  readonly libraries: string
}

/** Files that servers log to. */
const LOGS = ['maillog', 'mainlog', 'paniclog', 'rejectlog']
const CONFINED = fileURLToPath(new URL('./confined', import.meta.url))

/** Why the servers cannot be run here; undefined if they can. */
export function whyNoMailServers(): string | undefined {
  if (!process.env.MAIL_SERVERS) return 'MAIL_SERVERS is not set'
  const { status } = spawnSync('unshare', ['--mount', '--propagation', 'private', 'true'], { stdio: 'ignore' })
  return status === 0 ? undefined : 'this user may not create mount namespaces'
}

/**
 * Starts a server and waits until it greets.
 * @param configure writes its files. @returns its command
 */
export async function startReal(
  address: string,
  port: number,
  configure: (place: Place) => readonly string[],
): Promise<RealServer> {
  const directory = tempDirectory()
  const root = process.env.MAIL_SERVERS!
  const libraries = ['usr/lib/postfix', 'usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu']
    .map((path) => `${root}/${path}`)
    .join(':')
  const command = configure({ path: directory.path, root, libraries })
  const child = spawn('unshare', ['--mount', '--propagation', 'private', CONFINED, directory.path, ...command], {
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraries },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (printed += String(bytes)))
  const log = () => {
    const files = LOGS.map((name) => `${directory.path}/${name}`).filter((path) => existsSync(path))
    return [printed, ...files.map((path) => readFileSync(path, 'utf8'))].join('\n')
  }
  const close = async () => {
    await end(child)
    directory.remove()
  }
  try {
    await eventually(
      () => (child.exitCode === null ? greets(address, port) : Promise.reject(new Error(log()))),
      (greeted) => greeted,
    )
  } catch (error) {
    await close()
    throw new Error(`${command[0]} does not start: ${log()}`, { cause: error })
  }
  return { address, port, log, close }
}

const greets = (address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, address)
    const done = (greeted: boolean) => {
      socket.destroy()
      resolve(greeted)
    }
    socket.setTimeout(2_000, () => done(false))
    socket.on('error', () => done(false))
    socket.once('data', () => done(true))
  })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(timer)
}
