// The built program stops without dropping requests.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openRaw } from '../../testbed/callers/rawHttp.js'
import { eventually } from '../../testbed/eventually.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { BUNDLED, buildProgram, startCommand, startCommandLine } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeShapes } from '../support/describeShapes.js'

/** Sent to each API process. */
const CONNECTIONS = 20
/** Received by the processes in turn; a service of one process is stopped once with each. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT']

const verify = (key: string, email: string): string => {
  const body = JSON.stringify({ email })
  return `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

describeShapes('a service that receives a termination signal', (startProcesses) => {
  let service: ProcessService
  beforeAll(async () => {
    service = await startProcesses()
  })
  afterAll(() => service?.dispose())

  test('answers every request written on an open connection before a response announced its close, under SIGTERM and SIGINT', async () => {
    const rounds = service.apis.length > 1 ? [SIGNALS] : SIGNALS.map((signal) => [signal])
    for (const [round, signals] of rounds.entries()) {
      if (round > 0) await service.start()
      await stopUnderLoad(signals)
    }
  })

  async function stopUnderLoad(signals: readonly NodeJS.Signals[]): Promise<void> {
    const { key } = await service.account()
    let written = 0
    let good = 0
    const unanswered: string[] = []

    /** Sends requests without a pause, as long as the process keeps the connection open. */
    async function ask(url: string, name: string): Promise<void> {
      const connection = await openRaw(url)
      for (let call = 0; ; call++) {
        // Occasionally a slow name, so that some request is always in flight.
        const isSlow = call % 10 === 9
        const domain = isSlow
          ? `slow-${signals[0]}-${name}-${call}.mailproof.net`.toLowerCase()
          : 'explicit.mailproof.net'
        if (isSlow) service.dns.set(domain, { MX: [[10, 'mx1.mailproof.net']], delayMs: 100 })
        connection.write(verify(key, `ada@${domain}`))
        written++
        const answer = await connection.answer()
        if (answer?.status === 200) good++
        else unanswered.push(`connection ${name}, call ${call}: ${answer?.status ?? 'no answer'}`)
        if (!answer || answer.headers.connection === 'close') return connection.ended
      }
    }

    const clients = Promise.all(
      service.apis.flatMap(({ url }, api) =>
        Array.from({ length: CONNECTIONS }, (_, number) => ask(url, `${api}-${number}`)),
      ),
    )
    const idle = await openRaw(service.next())
    idle.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await idle.answer()
    await eventually(
      () => good,
      (count) => count > 10 * CONNECTIONS,
    )
    const ended = service.end(...signals)
    // A connection that was idle at the signal may still send a request for a moment.
    await sleep(100)
    idle.write(verify(key, 'no address'))
    written++
    if ((await idle.answer())?.status === 200) good++
    else unanswered.push('the idle connection')
    await clients

    expect(unanswered).toEqual([])
    expect(good).toBe(written)
    for (const end of await ended) expect(end).toMatchObject({ code: 0, stderr: '' })

    // Every response is in the log: no more and no less.
    const after = await start({ place: service.place, env: service.settings })
    try {
      expect(
        await eventually(
          async () => (await after.usage(key)).verifications,
          (count) => count >= written,
        ),
      ).toBe(written)
    } finally {
      await after.stop()
    }
  }
})

test('a signal right after the line with the address also ends cleanly, and releases the data directory immediately', async () => {
  await buildProgram()
  const { path, remove } = tempDirectory()
  for (let time = 0; time < 2; time++) {
    const { child, printed, ended } = startCommandLine([process.execPath, ...BUNDLED, 'serve'], {
      PORT: '0',
      DATA_DIR: path,
      LOG_LEVEL: 'error',
    })
    while (!/listens on \S+\n/.test(printed())) await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  }
  remove()
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a service that still waits for its store', async (signal) => {
  const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')
  const MONGODB_URL = 'mongodb://127.0.0.1:1/never'
  const directory = tempDirectory()
  const program = await startCommand(['serve'], {
    SECRET_KEY,
    MONGODB_URL,
    DATA_DIR: join(directory.path, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
  })
  await eventually(program.printed, (log) => log.includes('does not respond yet; waiting'))
  const { code, stderr } = await program.end(signal)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^mailproof: stopped by a signal before the service had started$/m)
  directory.remove()
})
