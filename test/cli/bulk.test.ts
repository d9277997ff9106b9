// `mailproof bulk` against a service: what it writes and prints, network failures, and runs that are interrupted.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import { freePort } from '../../testbed/freePort.js'
import { type Ended, runProgram, startCommand } from '../../testbed/service/program.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { createBulkWorld, DOWNLOAD, JOB, LIST, UPLOAD } from './bulkWorld.js'

const world = createBulkWorld()

describe('a list', () => {
  test('is written next to its file, with its columns and the verdicts', async () => {
    const path = world.listOf(LIST)
    const { code, stdout } = await runProgram(world.lineOf(path), world.settings())
    expect(code).toBe(0)
    expect(stdout).toContain(path.replace('.csv', '.verified.csv'))
    const rows = world.resultOf(path).trimEnd().split(/\r?\n/)
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(/^name,email,mp_status,/)
    expect(rows[1]).toMatch(/^Ada,ada@explicit.mailproof.net,valid,true,/)
    expect(rows[2]).toMatch(/^"Grace, Rear Admiral",grace@missing.mailproof.net,invalid,false,dns,/)
  })

  test('is described before and after: how it was read, its counts, and what was charged', async () => {
    const { stdout, stderr } = await world.bulk(world.listOf(LIST))
    expect(stdout).toContain('3 rows: 2 valid, 1 invalid, 0 unknown')
    expect(stdout).toContain('Among them: 0 disposable, 0 role. Charged: 2 of 2 distinct addresses.')
    expect(stderr).toContain('Addresses in column 2 (email); separated by commas, UTF-8, first row is a header.')
    // The job may be completed before the line is printed.
    expect(stderr).toMatch(/^3 rows, 2 distinct addresses; (?:at most 2 will be charged|2 charged)\.$/m)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
  })

  test('leaves beside its result only a state file, which names the job and not the key', async () => {
    const path = world.listOf(LIST)
    await world.bulk(path)
    expect(world.filesBeside(path)).toEqual(['list.verified.csv'])
    expect(JSON.parse(world.state()!)).toMatchObject({ job_id: expect.any(String), again: false, done: true })
    expect(world.state()).not.toContain(world.key)
  })

  test('with --json prints only the outcome as JSON', async () => {
    const path = world.listOf(LIST)
    const { code, stdout, stderr } = await world.bulk(path, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      file: path,
      result: path.replace('.csv', '.verified.csv'),
      rows: 3,
      processed: 3,
      valid: 2,
      invalid: 1,
      unknown: 0,
      disposable: 0,
      role: 0,
      distinct: 2,
      charged: 2,
      only: null,
      read_as: { encoding: 'utf-8', delimiter: ',', header: true, email_column: { number: 2, name: 'email' } },
      failure: null,
    })
  })

  test('is parsed according to the options', async () => {
    const path = world.listOf('grace@missing.mailproof.net,ada@explicit.mailproof.net\n')
    const { code, stdout } = await world.bulk(path, '--email-column', '2', '--no-header', '--json')
    expect({ code, outcome: JSON.parse(stdout) }).toMatchObject({ code: 0, outcome: { rows: 1, valid: 1 } })
  })

  test('is read in the given encoding', async () => {
    const path = world.listOf(Buffer.from('Adresse;Preis in \xa4\nx;1\nada@explicit.mailproof.net;2\n', 'latin1'))
    const words = ['--encoding', 'iso-8859-15', '--email-column', 'Adresse'] as const
    const { code, stdout } = await world.bulk(path, ...words, '--json')
    expect({ code, outcome: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      outcome: { read_as: { encoding: 'iso-8859-15' } },
    })
    const again = await world.bulk(path, ...words, '--force')
    expect(again.stderr).toContain('separated by semicolons, ISO 8859-15, first row is a header')
    expect(await world.bulk(path, '--encoding', 'ebcdic')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('windows-1252'),
    })
  })

  test('is written to --out, which must not exist unless --force is given', async () => {
    const path = world.listOf(LIST)
    const out = join(world.directory.path, 'out.csv')
    writeFileSync(out, 'mine')
    const refused = await world.bulk(path, '--out', out)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') })
    expect(world.front.seen).toEqual([])
    expect((await world.bulk(path, '--out', out, '--force')).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toContain(',mp_status,')
  })

  test('filtered by --only is written beside the others, without a new charge', async () => {
    const path = world.listOf(
      'email\nada@explicit.mailproof.net\n\nsales@explicit.mailproof.net\nno address\nada@servfail.mailproof.net\n',
    )
    const expected = {
      deliverable: ['ada@explicit.mailproof.net,valid,true,,false,false,false,'],
      risky: ['sales@explicit.mailproof.net,valid,true,,false,true,false,'],
      invalid: ['no address,invalid,false,syntax,false,false,false,'],
      unknown: ['ada@servfail.mailproof.net,unknown,true,,false,false,false,'],
    }
    for (const [only, rows] of Object.entries(expected)) {
      const { code, stdout } = await world.bulk(path, '--only', only)
      expect({ only, code }).toEqual({ only, code: 0 })
      expect(stdout).toContain(`list.${only}.csv (only ${only} rows)`)
      const written = readFileSync(path.replace(/\.csv$/, `.${only}.csv`), 'utf8')
      expect(written.split('\n').slice(1)).toEqual([...rows, ''])
    }
    expect((await world.service.usage(world.key)).verifications).toBe(3)
    expect(await world.bulk(path, '--only', 'good')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('deliverable'),
    })
  })

  test('with two columns of addresses says which one is verified, and how to choose the other', async () => {
    const path = world.listOf('Kontakt;Alt\nada@explicit.mailproof.net;bob@explicit.mailproof.net\n')
    const { stderr } = await world.bulk(path)
    expect(stderr).toContain('Addresses in column 1 (Kontakt); separated by semicolons, UTF-8, first row is a header.')
    expect(stderr).toContain(
      'There are addresses in column 2 (Alt) too. To verify those, run the command with --email-column 2.',
    )
    const other = await world.bulk(path, '--email-column', '2', '--force')
    expect(other.stderr).toContain('Addresses in column 2 (Alt);')
  })

  test('of thousands of rows is returned completely', async () => {
    const emails = Array.from({ length: 5_000 }, (_, index) => `someone${index}@explicit.mailproof.net`)
    const path = world.listOf(`email\n${emails.join('\n')}\n`)
    expect((await world.bulk(path)).code).toBe(0)
    const rows = world.resultOf(path).trimEnd().split(/\r?\n/).slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(emails)
  })
})

describe('a network failure', () => {
  test('while the job is polled or its result downloaded only costs time', async () => {
    const path = world.listOf(LIST)
    const busy = { status: 503, headers: { 'Retry-After': '1' }, body: { error: { message: 'Stores are down.' } } }
    world.front.trouble('GET', JOB, busy, 'answer_cut', 'refused')
    world.front.trouble('GET', DOWNLOAD, 'answer_cut', busy)
    const { code, stderr } = await world.bulk(path)
    expect(code).toBe(0)
    expect(stderr).toContain('Stores are down; retrying in 1 s')
    expect(world.resultOf(path).trimEnd().split(/\r?\n/)).toHaveLength(4)
    expect(world.filesBeside(path)).toEqual(['list.verified.csv'])
  })

  test('too many requests in a minute are retried after the delay that the service asks for', async () => {
    const path = world.listOf(LIST)
    const limited = {
      status: 429,
      headers: { 'Retry-After': '1' },
      body: { error: { message: 'Slow down.', details: {} } },
    }
    world.front.trouble('POST', UPLOAD, limited)
    expect(await world.bulk(path)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Slow down; retrying in 1 s'),
    })
  })
})

describe('several files', () => {
  test('are verified one after the other, without results of earlier runs', async () => {
    const [one, two] = [
      world.listOf(LIST, 'one.csv'),
      world.listOf(`${LIST}Bob,bob@explicit.mailproof.net\n`, 'two.csv'),
    ]
    const files = () =>
      readdirSync(dirname(one))
        .filter((name) => name.endsWith('.csv'))
        .map((name) => join(dirname(one), name))
    expect(await world.bulk(one, two)).toMatchObject({ code: 0 })
    expect(files().map((path) => basename(path))).toEqual([
      'one.csv',
      'one.verified.csv',
      'two.csv',
      'two.verified.csv',
    ])
    const again = await world.bulk(files()[0]!, ...files().slice(1), '--json', '--force')
    expect(again.code).toBe(0)
    expect(JSON.parse(again.stdout)).toMatchObject([{ rows: 3 }, { rows: 4 }])
    expect(world.front.count('POST', UPLOAD)).toBe(2)
    expect(world.states()).toHaveLength(2)
  })

  test('are not results of a run with another --only', async () => {
    const path = world.listOf(LIST)
    const result = world.listOf('email\nada@explicit.mailproof.net\n', 'list.deliverable.csv')
    const { code, stderr } = await world.bulk(path, result, '--only', 'risky')
    expect(stderr).toContain(`${result} is the result of ${path}, and is skipped.`)
    expect(code).toBe(0)
    expect(world.front.count('POST', UPLOAD)).toBe(1)
  })

  test('that would have the same result are refused before the first is uploaded', async () => {
    const [csv, text] = [world.listOf(LIST), world.listOf(LIST, 'list.txt')]
    const { code, stderr } = await world.bulk(csv, text)
    expect(stderr).toContain(`${csv} and ${text} would have the same result, `)
    expect(code).toBe(2)
    expect(world.front.count('POST', UPLOAD)).toBe(0)
  })

  test('are all checked first, go on after one that is refused, and need no --out', async () => {
    const [bad, good] = [world.listOf('no column\nof addresses\n', 'bad.csv'), world.listOf(LIST, 'good.csv')]
    expect(await world.bulk(bad, good, '--out', 'x.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out names the result of a single file'),
    })
    expect(await world.bulk(good, join(dirname(good), 'none.csv'))).toMatchObject({ code: 2 })
    expect(world.front.count('POST', UPLOAD)).toBe(0)
    const { code, stderr } = await world.bulk(bad, good)
    expect(code).toBe(1)
    expect(stderr).toContain('--email-column')
    expect(readFileSync(good.replace('.csv', '.verified.csv'), 'utf8')).toContain('valid')
  })
})

describe('an interrupted run', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s says how to continue, and the next run continues with the same job',
    async (signal) => {
      const path = world.slowList()
      const running = await world.startBulk(path)
      await eventually(running.printed, (text) => text.includes('3,000 rows'))
      const { code, stderr } = await running.end(signal)
      expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
      expect(stderr).toContain('Run the same command again to resume')
      const memory = world.state()!
      expect(memory).not.toContain(world.key)

      const again = await world.startBulk(path)
      const { job_id } = JSON.parse(memory)
      await eventually(again.printed, (text) => text.includes(`Resuming job ${job_id}.`))
      await world.cancel()
      expect(await again.ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`${job_id} was cancelled`) })
      expect(world.front.count('POST', UPLOAD)).toBe(1)
      expect(world.traces(path)).toEqual([])
    },
  )

  test('of several files prints with --json what was done', async () => {
    const [slow, done] = [world.slowList(), world.listOf(LIST, 'done.csv')]
    const running = await world.startBulk(done, slow, '--json')
    await eventually(world.states, (found) => found.length === 2)
    const { code, stdout } = await running.end('SIGINT')
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject([{ file: done, status: 'completed', rows: 3 }])
    for (const state of world.states()) {
      const { job_id } = JSON.parse(readFileSync(state, 'utf8'))
      await world.service.request('DELETE', `/v1/batch/${job_id}`, { key: world.key })
    }
  })

  test('the memory of another upload of the same file is kept', async () => {
    const path = world.slowList()
    const running = await world.startBulk(path)
    await eventually(running.printed, (text) => text.includes('3,000 rows'))
    await running.end('SIGINT')
    const before = world.states()
    const state = world.state()
    await world.cancel()
    world.listOf(LIST)
    expect((await world.bulk(path)).code).toBe(0)
    expect(world.states()).toEqual(expect.arrayContaining(before))
    expect(world.states()).toHaveLength(2)
    expect(readFileSync(before[0]!, 'utf8')).toBe(state)
  })

  test('before the upload is complete it claims no job, and leaves no file', async () => {
    const path = world.listOf(LIST)
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const running = await startCommand(['bulk', path, '--url', url], world.settings())
    await once(silent, 'connection')
    expect(await running.end('SIGINT')).toMatchObject({
      code: 130,
      stdout: '',
      stderr: 'mailproof: Interrupted. The upload was not complete, so no job was started.\n',
    })
    silent.close()
    expect(world.traces(path)).toEqual([])
  })
})

describe('no service at --url', () => {
  const cases = [
    ['a host that does not exist', async () => 'http://no-such-host.invalid', /host not found|DNS lookup failed/],
    ['a closed port', closedPort, /connection refused/],
    ['a server that never responds', silentServer, /timed out/],
    ['a reverse proxy without a service', proxy, /a proxy responded with status 502/],
  ] as const
  const servers: Server[] = []
  const directories: ReturnType<typeof tempDirectory>[] = []
  let runs: Map<string, Promise<{ path: string; ended: Ended }>>

  // Concurrently: each run mostly waits for its next attempt.
  beforeAll(() => {
    runs = new Map(cases.map(([what, urlOf]) => [what, run(urlOf)]))
  })
  afterAll(async () => {
    await Promise.allSettled(runs.values())
    for (const server of servers) server.close()
    for (const directory of directories) directory.remove()
  })

  test.each(cases)('%s: says within 30 s what was tried, and leaves no file', async (what, _urlOf, why) => {
    const { path, ended } = await runs.get(what)!
    const { code, stdout, stderr } = ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(why)
    const last = stderr.trimEnd().split('\n').at(-1)
    expect(last).toMatch(
      /^mailproof: Cannot reach http:\S+: .+\. Tried GET http:\S+\/health\/live \d times in [12]?\d s\./,
    )
    expect(last).toContain('Nothing was uploaded. Check --url, and that the service is running.')
    expect(stderr).not.toContain('%')
    expect(world.traces(path)).toEqual([])
  })

  async function run(urlOf: () => Promise<string>) {
    const directory = tempDirectory()
    directories.push(directory)
    const path = join(directory.path, 'list.csv')
    writeFileSync(path, LIST)
    const url = await urlOf()
    const ended = await runProgram(['bulk', path, '--url', url], { MAILPROOF_API_KEY: 'mpk_any' })
    return { path, ended }
  }

  function silentServer(): Promise<string> {
    return listening(createServer(() => {}))
  }

  function proxy(): Promise<string> {
    return listening(createHttpServer((_, response) => response.writeHead(502).end()))
  }

  async function listening(server: Server): Promise<string> {
    server.listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function closedPort(): Promise<string> {
    return `http://127.0.0.1:${await freePort()}`
  }
})

describe('a negative outcome', () => {
  test('for a job that is cancelled', async () => {
    const path = world.slowList()
    const running = await startCommand(world.lineOf(path, '--json'), world.settings())
    await eventually(
      () => world.state(),
      (text) => text !== undefined && JSON.parse(text).job_id !== null,
    )
    const job_id = await world.cancel()
    const { code, stdout, stderr } = await running.ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ job_id, status: 'cancelled', result: null, rows: 3_000 })
    expect(world.traces(path)).toEqual([])
  })

  test('a job that is cancelled halfway leaves the results it has', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `late-${world.directory.path.at(-1)}-${index}.mailproof.net`)
    for (const name of names) world.service.dns.set(name, { does: 'silent' })
    const verified = Array.from({ length: 1_000 }, (_, index) => `someone${index}@explicit.mailproof.net`)
    const path = world.listOf(`email\n${[...verified, ...names.map((name) => `someone@${name}`)].join('\n')}\n`)
    const running = await world.startBulk(path)
    await eventually(running.printed, (text) => text.includes('1,020 rows'))
    const { job_id } = JSON.parse(world.state()!)
    const job = async () => (await world.service.request('GET', `/v1/bulk/${job_id}`, { key: world.key })).body
    await eventually(job, ({ progress }) => progress.processed === 1_000)
    await world.cancel()
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toContain('was cancelled: 1,000 of 1,020 rows were processed.')
    expect(stderr).toContain('Charged: 1,000 of 1,020 distinct addresses.')
    expect(stderr).toContain(`Result so far: ${path.replace('.csv', '.verified.csv')}.`)
    const rows = world.resultOf(path).trimEnd().split('\n').slice(1)
    expect(rows.filter((row) => row.includes(',valid,true,'))).toHaveLength(1_000)
    expect(rows.filter((row) => row.endsWith(',,,,,,,'))).toHaveLength(20)
    expect(world.filesBeside(path)).toEqual(['list.verified.csv'])
  })

  test.each([
    [
      'a file that cannot be read as CSV',
      () => world.listOf('no column\nof addresses\n'),
      [],
      /specify it with --email-column\./,
    ],
    ['a column that is not there', () => world.listOf(LIST), ['--email-column', 'nothing'], /nothing/],
  ])('for %s is the error of the service', async (_what, path, words, message) => {
    const file = path()
    const { code, stdout, stderr } = await world.bulk(file, ...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(message)
    expect(world.traces(file)).toEqual([])
  })

  test('for a used-up monthly quota, without waiting', async () => {
    world.key = (await world.service.account({ perMonth: 1 })).key
    const path = world.listOf(LIST)
    const { code, stderr } = await world.bulk(path)
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/needs 2 verifications/) })
    expect(world.front.count('POST', UPLOAD)).toBe(1)
    expect(world.traces(path)).toEqual([])
  })

  test('for an invalid key, and for a server that is not mailproof', async () => {
    const path = world.listOf(LIST)
    world.key = 'mpk_unknown'
    expect(await world.bulk(path)).toMatchObject({ code: 1, stderr: expect.stringMatching(/API key/) })
    world.front.trouble('POST', UPLOAD, { status: 302, headers: { Location: 'https://elsewhere.example/' } })
    expect(await world.bulk(path)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/status 302 and redirected to https:\/\/elsewhere/),
    })
  })
})

describe('bad usage', () => {
  const words = (...given: string[]) => runCommandLine(['bulk', ...given], world.settings())
  test.each<[string, () => string[], RegExp]>([
    ['no file', () => [], /missing required argument/],
    ['a file that is not there', () => [join(world.directory.path, 'nothing.csv')], /File not found: /],
    ['a directory', () => [world.directory.path], /is a directory/],
    ['a URL of another kind', () => [world.listOf(LIST), '--url', 'ftp://x'], /must be an http or https URL, not ftp:/],
    [
      'a result where nothing can be',
      () => [world.listOf(LIST), '--out', '/nowhere/out.csv'],
      /Cannot write to the directory \/nowhere\./,
    ],
  ])('%s', async (_what, given, message) => {
    expect(await words(...given())).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) })
  })

  test('without a key, or with one that a header cannot carry', async () => {
    const path = world.listOf(LIST)
    for (const [env, message] of [
      [{}, /MAILPROOF_API_KEY/],
      [{ MAILPROOF_API_KEY: 'mpk_ä' }, /contains invalid characters/],
    ] as const) {
      expect(await runCommandLine(['bulk', path], env)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(message),
      })
    }
  })

  test('--help lists every option, and why the key should not be an argument', async () => {
    const { code, stdout } = await words('--help')
    expect(code).toBe(0)
    for (const said of [
      '--url',
      '--key',
      'MAILPROOF_API_KEY',
      '--email-column',
      '--no-header',
      '--out',
      '--force',
      '--json',
      'safer',
      'default: auto-detect',
      'Exit code',
    ])
      expect(stdout).toContain(said)
  })
})
