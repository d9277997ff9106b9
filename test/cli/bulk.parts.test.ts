// Parts of `mailproof bulk` without a service: its input, state file and messages.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { describeJob } from '../../src/cli/bulk/describe.js'
import { createJobMemory, repetitionOf, type Upload, uploadIdempotencyKey } from '../../src/cli/bulk/jobMemory.js'
import { createBulkProgress } from '../../src/cli/bulk/progress.js'
import { createResultFile, resultPathOf } from '../../src/cli/bulk/result.js'
import { createRetry } from '../../src/cli/bulk/retry.js'
import { PermanentError, RetryableError } from '../../src/cli/bulk/retryErrors.js'
import type { BulkJob } from '../../src/cli/bulk/service.js'
import { openBulkSource } from '../../src/cli/bulk/source.js'
import { summaryOf } from '../../src/cli/bulk/summary.js'
import { createThroughputMeter } from '../../src/cli/progress/throughputMeter.js'
import { bytes, duration } from '../../src/cli/progress/words.js'
import type { UploadedFile } from '../../src/client/index.js'
import { sha256 } from '../../src/kernel/ids.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
beforeEach(() => {
  directory = tempDirectory()
})
afterEach(() => directory.remove())

function fileOf(name: string, content: string | Buffer): string {
  const path = join(directory.path, name)
  writeFileSync(path, content)
  return path
}

async function* piecesOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

describe('a list that changes while it is read', () => {
  test.each([
    ['longer', 'a@b.example\nc@d.example\ne@f.example\n'],
    ['shorter', 'a@b.example\n'],
    ['other', 'a@b.example\nx@y.example\n'],
  ])('is never read to its end: it became %s', async (_how, later) => {
    const path = fileOf('list.csv', 'a@b.example\nc@d.example\n')
    const source = await openBulkSource(path)
    writeFileSync(path, later)
    let read = ''
    const reading = (async () => {
      for await (const piece of source.read()) read += piece
    })()
    await expect(reading).rejects.toThrow(/changed while it was being read/)
    expect(read).not.toContain('c@d.example')
  })
})

describe('a path that is not a readable list', () => {
  test.each([
    ['a file that is not there', () => join(directory.path, 'nothing.csv'), /^File not found: .*nothing\.csv\.$/],
    ['a directory', () => directory.path, /is a directory\. Pass a CSV file\.$/],
    ['a device', () => '/dev/null', /^\/dev\/null is not a regular file/],
  ])('is reported as a usage error: %s', async (_what, path, message) => {
    await expect(openBulkSource(path())).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(message),
    })
  })
})

const upload: Upload = { url: 'http://localhost:8080/', sha256: 'ab', fields: { has_header: 'true' }, sandbox: false }

describe('the Idempotency-Key', () => {
  test('is the same for the same upload, in whatever order its fields are', () => {
    const fields = { has_header: 'true', email_column: '2' }
    const turned = { email_column: '2', has_header: 'true' }
    expect(uploadIdempotencyKey({ ...upload, fields })).toBe(uploadIdempotencyKey({ ...upload, fields: turned }))
  })

  test.each<[string, Partial<Upload>]>([
    ['service', { url: 'http://localhost:8081/' }],
    ['content', { sha256: 'ac' }],
    ['options', { fields: {} }],
    ['kind of key', { sandbox: true }],
  ])('is another one for another %s', (_what, other) => {
    expect(uploadIdempotencyKey({ ...upload, ...other })).not.toBe(uploadIdempotencyKey(upload))
  })

  test('differs when a new job is requested for the same upload', () => {
    const job = (jobId: string) => ({ jobId, again: false, done: true })
    const keys = [
      uploadIdempotencyKey(upload),
      uploadIdempotencyKey(upload, repetitionOf(undefined)),
      uploadIdempotencyKey(upload, repetitionOf(job('job-1'))),
      uploadIdempotencyKey(upload, repetitionOf(job('job-2'))),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(uploadIdempotencyKey(upload, repetitionOf(job('job-1')))).toBe(keys[2])
  })
})

describe('the memory of jobs', () => {
  const listPath = () => join(directory.path, 'list.csv')
  const states = () => join(directory.path, 'state', 'bulk')
  const memoryOf = (of: Upload, path = listPath()) => createJobMemory(path, of, states())
  const job = { jobId: 'job-1', again: true, done: false }

  test('is found by the same upload, wherever the list is; it holds no key', async () => {
    const memory = memoryOf(upload)
    expect(await memory.find()).toBeUndefined()
    expect(await memory.write(job)).toBe(true)
    expect(await memoryOf({ ...upload }, '/elsewhere/copy.csv').find()).toEqual(job)
    expect(Object.keys(JSON.parse(await readFile(memory.path, 'utf8'))).sort()).toEqual([
      'again',
      'done',
      'fields',
      'job_id',
      'sandbox',
      'sha256',
      'url',
    ])
    await memory.remove()
    expect(await readdir(states())).toEqual([])
  })

  test.each<[string, Partial<Upload>]>([
    ['service', { url: 'http://localhost:8081/' }],
    ['content', { sha256: 'ac' }],
    ['options', { fields: {} }],
    ['kind of key', { sandbox: true }],
  ])('of an upload with another %s is another file, and neither overwrites the other', async (_what, other) => {
    const memories = [upload, { ...upload, ...other }].map((each) => memoryOf(each))
    for (const [index, memory] of memories.entries())
      await memory.write({ jobId: `job-${index}`, again: false, done: true })
    expect(await Promise.all(memories.map((memory) => memory.find()))).toEqual([
      { jobId: 'job-0', again: false, done: true },
      { jobId: 'job-1', again: false, done: true },
    ])
    for (const name of await readdir(states())) expect(name).toMatch(/^[0-9a-f]{24}\.json$/)
  })

  test.each(['', '{', '[]', 'null', '{"job_id":"job-1"}', '{"job_id":null}'])(
    'containing %j is treated as missing',
    async (text) => {
      const memory = memoryOf(upload)
      await memory.write(job)
      writeFileSync(memory.path, text)
      expect(await memory.find()).toBeUndefined()
    },
  )

  test('that a release before left beside the list is read, and moved', async () => {
    const { url, sha256: content, fields, sandbox } = upload
    const digits = sha256(JSON.stringify([url, content, Object.entries(fields).sort(), sandbox])).slice(0, 12)
    const legacy = `${listPath()}.${digits}.mailproof.json`
    writeFileSync(legacy, JSON.stringify({ ...upload, job_id: 'job-1', again: true, done: false }))
    const memory = memoryOf(upload)
    expect(await memory.find()).toEqual(job)
    expect(existsSync(legacy)).toBe(false)
    expect(await memory.find()).toEqual(job)
  })

  test('lasts as long as a service may keep the job, and ends later', async () => {
    const [old, other] = [memoryOf(upload), memoryOf({ ...upload, sandbox: true })]
    await old.write(job)
    for (const [days, found] of [
      [3_660, job],
      [4_001, undefined],
    ] as const) {
      const then = new Date(Date.now() - days * 86_400_000)
      utimesSync(old.path, then, then)
      await other.write(job)
      expect(await old.find()).toEqual(found)
    }
    expect(await other.find()).toEqual(job)
  })

  test('is written although a file beside it has gone meanwhile, renamed by another run', async () => {
    const memory = memoryOf(upload)
    await memory.write(job)
    symlinkSync('gone', join(states(), 'other.json'))
    expect(await memory.write({ ...job, done: true })).toBe(true)
    expect(await memory.find()).toEqual({ ...job, done: true })
  })

  test('reports that it cannot be written', async () => {
    writeFileSync(join(directory.path, 'file'), '')
    const memory = createJobMemory(listPath(), upload, join(directory.path, 'file', 'bulk'))
    expect(await memory.write({ jobId: 'job-1', again: false, done: false })).toBe(false)
  })
})

describe('the result file', () => {
  test.each([
    ['/tmp/list.csv', '/tmp/list.verified.csv'],
    ['list', 'list.verified.csv'],
    ['a.b/list.txt', 'a.b/list.verified.csv'],
  ])('of %s is %s', (list, result) => expect(resultPathOf(list)).toBe(result))

  test('is written completely or not at all', async () => {
    const result = createResultFile(join(directory.path, 'out.csv'), { force: false })
    await result.check()
    async function* breaking() {
      yield Buffer.from('a,b\n')
      throw new RetryableError('cut')
    }
    await expect(result.write(breaking())).rejects.toThrow('cut')
    expect(await readdir(directory.path)).toEqual([])
    await result.write(piecesOf('a,b\n', 'c,d\n'))
    expect(await readFile(result.path, 'utf8')).toBe('a,b\nc,d\n')
    expect(await readdir(directory.path)).toEqual(['out.csv'])
  })

  test('is written to no file that somebody else has prepared, who could read it', async () => {
    const path = join(directory.path, 'out.csv')
    const prepared = fileOf(`out.csv.${process.pid}.tmp`, '')
    chmodSync(prepared, 0o666)
    await createResultFile(path, { force: false }).write(piecesOf('a,b\n'))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await readFile(prepared, 'utf8')).toBe('')
  })

  test('does not overwrite another file, whenever it appeared, unless forced', async () => {
    const path = join(directory.path, 'out.csv')
    const careful = createResultFile(path, { force: false })
    await careful.check()
    writeFileSync(path, 'mine')
    await expect(careful.check()).rejects.toMatchObject({ name: 'UsageError' })
    await expect(careful.write(piecesOf('new'))).rejects.toMatchObject({ name: 'PermanentError' })
    expect(await readFile(path, 'utf8')).toBe('mine')
    const forced = createResultFile(path, { force: true })
    await forced.check()
    await forced.write(piecesOf('new'))
    expect(await readFile(path, 'utf8')).toBe('new')
    expect(await readdir(directory.path)).toEqual(['out.csv'])
  })

  test('that cannot be written says why, so that other files go on', async () => {
    mkdirSync(join(directory.path, 'folder'))
    const result = createResultFile(join(directory.path, 'folder', 'out.csv'), { force: false })
    await result.check()
    rmSync(join(directory.path, 'folder'), { recursive: true })
    await expect(result.write(piecesOf('new'))).rejects.toMatchObject({
      name: 'PermanentError',
      message: expect.stringMatching(/^Cannot write to .*out\.csv: it or its directory does not exist\.$/),
    })
  })

  test('can be neither a directory, even if forced, nor in a missing one', async () => {
    mkdirSync(join(directory.path, 'folder'))
    for (const out of ['folder', 'nowhere/out.csv']) {
      const result = createResultFile(join(directory.path, out), { force: true })
      await expect(result.check()).rejects.toMatchObject({ name: 'UsageError' })
    }
  })
})

describe('retrying', () => {
  const { signal } = new AbortController()
  function world() {
    const waits: number[] = []
    const reported: string[] = []
    const sleep = async (milliseconds: number) => void waits.push(milliseconds)
    return { waits, reported, retry: createRetry({ signal, sleep, report: (line) => reported.push(line) }) }
  }

  test('backs off exponentially up to 15 s, and reports why it waits', async () => {
    const { waits, reported, retry } = world()
    let turn = 0
    const answer = await retry(async () => {
      if (turn++ < 7) throw new RetryableError('Cannot reach http://x')
      return 'here'
    })
    expect(answer).toBe('here')
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    expect(reported[4]).toBe('Cannot reach http://x; retrying in 8 s')
  })

  test('waits as long as Retry-After says', async () => {
    const { waits, retry } = world()
    let turn = 0
    await retry(async () => {
      if (turn++ === 0) throw new RetryableError('too many requests', 42_000)
    })
    expect(waits).toEqual([42_000])
  })

  test('does not ask for ever without a pause because Retry-After says 0', async () => {
    const { waits, retry } = world()
    const busy = retry(() => Promise.reject(new RetryableError('not now', 0)))
    await expect(busy).rejects.toThrow(PermanentError)
    expect(waits.slice(0, 3)).toEqual([500, 1_000, 2_000])
  })

  test('gives up after five minutes of waiting', async () => {
    const { waits, retry } = world()
    const never = retry(() => Promise.reject(new RetryableError('Cannot reach http://x')))
    await expect(never).rejects.toMatchObject({
      name: 'PermanentError',
      message: expect.stringMatching(/Gave up after 4 min/),
    })
    expect(waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(300_000)
  })

  test('stops at a delay beyond the timeout, after a permanent error, or when interrupted', async () => {
    const { waits, retry } = world()
    await expect(retry(() => Promise.reject(new RetryableError('later', 3_600_000)))).rejects.toThrow(PermanentError)
    await expect(retry(() => Promise.reject(new PermanentError('no', 401)))).rejects.toThrow('no')
    const stopped = createRetry({ signal: AbortSignal.abort(), sleep: async () => {}, report: () => {} })
    await expect(stopped(() => Promise.reject(new RetryableError('cut')))).rejects.toMatchObject({ name: 'AbortError' })
    expect(waits).toEqual([])
  })
})

describe('the throughput meter', () => {
  test('measures the last fifteen seconds and estimates the time left', () => {
    let now = 0
    const meter = createThroughputMeter(() => now)
    meter.record(0)
    expect(meter.perSecond()).toBeUndefined()
    expect(meter.millisecondsLeft(1_000)).toBeUndefined()
    for (now = 1_000; now <= 60_000; now += 1_000) meter.record(now <= 40_000 ? now : 40_000 + (now - 40_000) / 10)
    expect(meter.perSecond()).toBeCloseTo(100)
    expect(meter.millisecondsLeft(42_500)).toBeCloseTo(5_000)
  })

  test('gives no estimate while nothing progresses', () => {
    let now = 0
    const meter = createThroughputMeter(() => now)
    for (; now < 5_000; now += 1_000) meter.record(7)
    expect(meter.perSecond()).toBe(0)
    expect(meter.millisecondsLeft(10)).toBeUndefined()
  })
})

describe('progress where there is no terminal', () => {
  test('is one plain line every few seconds; messages are printed immediately', () => {
    let now = 0
    let text = ''
    const stream = { isTTY: false, write: (more: string) => (text += more) } as unknown as NodeJS.WriteStream
    const progress = createBulkProgress({ stream, now: () => now })
    progress.begin('verify', 20_000)
    for (; now <= 11_000; now += 500) {
      progress.at(now)
      if (now === 3_000) progress.say('Hello.')
    }
    progress.end()
    expect(text.split('\n')).toEqual([
      'Hello.',
      '25 %, verifying 5,000 of 20,000 rows, 1,000 rows/s, 15 s left',
      '50 %, verifying 10,000 of 20,000 rows, 1,000 rows/s, 10 s left',
      '',
    ])
  })

  test('is one per tenth, or per 30 s, of a long phase', () => {
    let now = 0
    let text = ''
    const stream = { isTTY: false, write: (more: string) => (text += more) } as unknown as NodeJS.WriteStream
    const progress = createBulkProgress({ stream, now: () => now })
    progress.begin('verify', 1_000_000)
    for (; now <= 130_000; now += 500) progress.at(2 * now)
    progress.end()
    const shares = text.split('\n').flatMap((line) => /^\d+ %/.exec(line) ?? [])
    expect(shares).toEqual(['6 %', '12 %', '18 %', '24 %'])
  })
})

describe('what a bulk run says about charges', () => {
  const job: BulkJob = {
    status: 'processing',
    total: 3,
    processed: 0,
    valid: 0,
    invalid: 0,
    unknown: 0,
    disposable: 0,
    role: 0,
    distinct: 1,
    charged: 0,
    file: null,
    mailbox: null,
    createdAt: '2026-11-23T00:00:00.000Z',
    completedAt: null,
    failure: null,
    nextStep: null,
    deliverable: 0,
    risky: 0,
    mistyped: 0,
    people: null,
    repeatedPeople: null,
    duplicates: null,
  }
  test.each<[string, Partial<BulkJob>, boolean, string]>([
    ['a job in progress', {}, false, '3 rows, 1 distinct address; at most 1 will be charged.'],
    ['one row', { total: 1 }, false, '1 row, 1 distinct address; at most 1 will be charged.'],
    [
      'a completed job',
      { status: 'completed', distinct: 2_000, charged: 1_500 },
      false,
      '3 rows, 2,000 distinct addresses; 1,500 charged.',
    ],
    [
      'a sandbox key',
      { distinct: 2 },
      true,
      '3 rows, 2 distinct addresses; nothing will be charged, because the API key is a sandbox key.',
    ],
  ])('%s', (_what, changes, sandbox, line) => {
    expect(describeJob({ ...job, ...changes }, { sandbox })).toEqual([line])
  })

  test('follows what was done to read the file, and a warning, in terms of options', () => {
    const file: UploadedFile = {
      encoding: 'utf-8',
      delimiter: ',',
      header: true,
      email_column: { number: 1 },
      other_email_columns: [],
      added_columns: [],
      remarks: ['2 cells have a name.', '1 row: `row_length` in `mp_reason`.'],
      warning: 'Upload the file with `email_column`.',
    }
    expect(describeJob({ ...job, file }, { sandbox: false }).slice(1, -1)).toEqual([
      '2 cells have a name.',
      '1 row: row_length in mp_reason.',
      'Warning: Upload the file with --email-column.',
    ])
  })

  test('is followed by what a mailing can do, and the next step in terms of options', () => {
    const done = { ...job, status: 'completed', total: 9, processed: 9, deliverable: 5, risky: 2, mistyped: 1 } as const
    const outcome = (changes: object) => ({ jobId: 'j', written: true, job: { ...done, ...changes } })
    const lines = summaryOf('r.csv', outcome({ duplicates: 2, nextStep: 'Mail the 5 rows of `only=deliverable`.' }))
    expect(lines.split('\n').slice(2)).toEqual([
      'For a mailing: 5 deliverable, 2 risky, 1 mistyped, 2 duplicates.',
      'Result: r.csv',
      'Next: Mail the 5 rows of --only deliverable.',
    ])
    expect(summaryOf('r.csv', outcome({}))).toContain('5 deliverable, 2 risky, 1 mistyped.\n')
  })
})

test.each([
  [-5, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_899_000, '1 h 5 min'],
])('%d ms are %s', (milliseconds, words) => expect(duration(milliseconds)).toBe(words))

test.each([
  [999, '999 B'],
  [1_500, '1.5 kB'],
  [104_857_600, '104.9 MB'],
])('%d bytes are %s', (value, words) => expect(bytes(value)).toBe(words))
