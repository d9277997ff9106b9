// Uploads of the client library, as files and as streams.
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient, type FileContent, type Mailproof } from '../../src/client/index.js'
import { startHttpServer } from '../../testbed/receivers/httpServer.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const LIST = 'Name;E-Mail\nAda;ada@explicit.mailproof.net\nJürgen;grace@missing.mailproof.net\n'

let api: InProcessService
let directory: ReturnType<typeof tempDirectory>
let path: string
let client: Mailproof
beforeAll(async () => {
  api = await start()
  directory = tempDirectory()
  path = join(directory.path, 'list.csv')
  writeFileSync(path, LIST)
  const { key } = await api.account({ plan: 'growth' })
  client = createClient({ baseUrl: api.url, apiKey: key })
})
afterAll(async () => {
  directory.remove()
  await api.stop()
})

async function* pieces(): AsyncGenerator<string> {
  for (const character of LIST) yield character
}

describe('uploadBulk sends a file given as', () => {
  test.each<[string, () => FileContent]>([
    ['a text', () => LIST],
    ['bytes', () => new TextEncoder().encode(LIST)],
    ['a Blob', () => new Blob([LIST])],
    ['a Node.js stream', () => createReadStream(path)],
    ['a web stream', () => new Blob([LIST]).stream() as ReadableStream<Uint8Array>],
    ['a generator of texts', () => pieces()],
    ['a function that opens a stream', () => () => createReadStream(path)],
  ])('%s, and the download is that file with verdicts', async (_what, file) => {
    const { job_id, total_emails } = await client.uploadBulk({ file: file(), email_column: 'E-Mail', has_header: true })
    expect(total_emails).toBe(2)
    const status = await client.batches.wait(job_id)
    expect(status).toMatchObject({ status: 'completed', valid: 1, invalid: 1 })
    const text = await new Response(await client.downloadBatch({ batchId: job_id, only: 'deliverable' })).text()
    expect(text.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^Name;E-Mail;mp_status/),
      expect.stringMatching(/^Ada;ada@explicit\.mailproof\.net;valid/),
    ])
  })
})

test('uploadBulk rejects with the error of the service for a file that is not a list', async () => {
  const failed = client.uploadBulk({ file: 'no column\nof addresses\n' })
  await expect(failed).rejects.toMatchObject({ code: 'CSV_INVALID', status: 400 })
})

describe('an upload whose response is lost', () => {
  /** A server that loses its first response. */
  async function startLossy() {
    const bodies: string[] = []
    const server = await startHttpServer((request, response) => {
      let body = ''
      request.setEncoding('latin1').on('data', (piece: string) => {
        body += piece
      })
      request.on('end', () => {
        bodies.push(body)
        if (bodies.length === 1) request.socket.destroy()
        else response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"job_id":"j"}')
      })
    })
    return { server, bodies, lossy: createClient({ baseUrl: server.url, apiKey: 'mpk_test' }) }
  }

  test('is sent again if the file can be read again', async () => {
    const { server, bodies, lossy } = await startLossy()
    const opened = jobOf(lossy.uploadBulk({ file: () => createReadStream(path), fileName: 'a "b".csv' }))
    expect(await opened).toBe('j')
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
    expect(bodies[1]).toContain('filename="a %22b%22.csv"')
    await server.close()
  })

  test('is not sent again if the file is a stream', async () => {
    const { server, bodies, lossy } = await startLossy()
    await expect(lossy.uploadBulk({ file: createReadStream(path) })).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
    expect(bodies).toHaveLength(1)
    await server.close()
  })

  const jobOf = async (upload: Promise<{ readonly job_id: string }>) => (await upload).job_id
})

test('an upload rejects with the error of its file, and is not sent again', async () => {
  let opened = 0
  const broken = new Error('the disk is gone')
  async function* failing(): AsyncGenerator<string> {
    opened++
    yield 'email\n'
    throw broken
  }
  await expect(client.uploadBulk({ file: failing })).rejects.toBe(broken)
  expect(opened).toBe(1)
})
