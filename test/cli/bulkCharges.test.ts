// `mailproof bulk` never charges a list twice, whatever interrupts it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { eventually } from '../../testbed/eventually.js'
import { createBulkWorld, DOWNLOAD, JOB, LIST, UPLOAD } from './bulkWorld.js'

const world = createBulkWorld()

/** More than a day later, the service no longer knows which job an Idempotency-Key created. */
function expireIdempotency(): void {
  world.front.rewriteKey((given) => `${given}-another-day`)
}

describe('one job and one charge', () => {
  test.each(['answer_lost', 'refused'] as const)('when the upload is %s', async (trouble) => {
    const path = world.listOf(LIST)
    world.front.trouble('POST', UPLOAD, trouble)
    const { code, stderr } = await world.bulk(path)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Cannot reach http:\S+: the connection was closed; retrying in/m)
    expect(world.front.count('POST', UPLOAD)).toBe(2)
    expect(new Set(world.front.seen.map(({ idempotencyKey }) => idempotencyKey).filter(Boolean)).size).toBe(1)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
  })

  test('for a file that has one, until a new job is requested; that one is used from then on', async () => {
    const path = world.listOf(LIST)
    const first = await world.jobOf(path)
    expect(await world.jobOf(path)).toBe(first)
    expect(world.front.count('POST', UPLOAD)).toBe(1)
    const { stderr } = await world.bulk(path, '--force')
    expect(stderr).toMatch(
      new RegExp(
        `^Using job ${first} of \\d{4}-\\d\\d-\\d\\d, so nothing is charged\\. Pass --again to start a new one\\.$`,
        'm',
      ),
    )
    expect((await world.service.usage(world.key)).verifications).toBe(2)
    const second = await world.jobOf(path, '--again')
    expect(second).not.toBe(first)
    expect(await world.jobOf(path)).toBe(second)
    const third = await world.jobOf(path, '--again')
    expect([first, second]).not.toContain(third)
    expect((await world.service.usage(world.key)).verifications).toBe(6)
  })

  test('for the same content within 24 hours, even without the state file', async () => {
    const path = world.listOf(LIST)
    const first = await world.jobOf(path)
    world.forget()
    expect(await world.jobOf(path)).toBe(first)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
  })

  test('for two runs at the same time, also with --again', async () => {
    const path = world.listOf(LIST)
    const twice = async (...words: string[]) => {
      // Neither run ends before the other has its job.
      world.front.barrier('GET', DOWNLOAD, 2)
      const starts = ['a', 'b'].map((name) => {
        const out = join(world.directory.path, `${name}.csv`)
        return world.startBulk(path, '--json', '--force', '--out', out, ...words)
      })
      const ends = await Promise.all((await Promise.all(starts)).map(({ ended }) => ended))
      return ends.map(({ stdout }) => JSON.parse(stdout).job_id)
    }
    const [first, other] = await twice()
    expect(other).toBe(first)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
    const [again, otherAgain] = await twice('--again')
    expect(again).not.toBe(first)
    expect(otherAgain).toBe(again)
    expect((await world.service.usage(world.key)).verifications).toBe(4)
    expect(JSON.parse(world.state()!)).toMatchObject({ job_id: again, done: true })
  })
})

describe('--only in a later run', () => {
  /** Two addresses, of which invalid ones are charged, too. */
  const ROWS = 'email\nada@explicit.mailproof.net\nno address\n'
  const invalid = (path: string) => readFileSync(path.replace('.csv', '.invalid.csv'), 'utf8')

  test('more than a day after the job filters its results without a charge', async () => {
    const path = world.listOf(ROWS)
    const first = await world.jobOf(path)
    expireIdempotency()
    const { code, stdout } = await world.bulk(path, '--only', 'invalid', '--json')
    expect({ code, job_id: JSON.parse(stdout).job_id }).toEqual({ code: 0, job_id: first })
    expect(invalid(path).split('\n')[1]).toContain('no address,invalid,')
    expect((await world.service.usage(world.key)).verifications).toBe(2)
  })

  test('after --again filters the results of the newest job without a charge', async () => {
    const path = world.listOf(ROWS)
    await world.jobOf(path)
    const second = await world.jobOf(path, '--again')
    expect(await world.jobOf(path, '--only', 'invalid')).toBe(second)
    expect((await world.service.usage(world.key)).verifications).toBe(4)
  })

  test.each([
    ['job', JOB, 'There is no such batch.'],
    ['file', DOWNLOAD, 'The file of this batch has been deleted. Files are kept for 30 days.'],
  ])('says that the %s is gone, and starts a new job only with --again', async (_what, route, message) => {
    const path = world.listOf(ROWS)
    const first = await world.jobOf(path)
    expireIdempotency()
    world.front.trouble('GET', route, { status: 404, body: { error: { message, code: 'BATCH_NOT_FOUND' } } })
    const gone = await world.bulk(path, '--only', 'invalid')
    expect(gone).toMatchObject({ code: 1, stdout: '' })
    expect(gone.stderr).toContain(
      `The results of job ${first} are no longer on the server, or belong to another account: ${message}`,
    )
    expect(gone.stderr).toContain(
      'Nothing was uploaded. To verify the file in a new job, which is charged, pass --again.',
    )
    expect((await world.service.usage(world.key)).verifications).toBe(2)
    expect(JSON.parse(world.state()!).job_id).toBe(first)
    expect(await world.jobOf(path, '--only', 'invalid', '--again')).not.toBe(first)
    expect((await world.service.usage(world.key)).verifications).toBe(4)
  })

  test('with a file of other content starts a job for that content, and keeps the state of the first', async () => {
    const path = world.listOf(ROWS)
    const first = await world.jobOf(path)
    const state = world.state()
    world.listOf(`${ROWS}bob@explicit.mailproof.net\n`)
    expect(await world.jobOf(path, '--only', 'invalid')).not.toBe(first)
    expect(world.states()).toHaveLength(2)
    world.listOf(ROWS)
    expect(await world.jobOf(path, '--only', 'invalid')).toBe(first)
    const states = world.states().map((name) => readFileSync(name, 'utf8'))
    expect(states.map((text) => JSON.parse(text))).toContainEqual(JSON.parse(state!))
  })
})

describe('--again', () => {
  test('interrupted before the upload is confirmed says that there may be a job; the next run finds it', async () => {
    const path = world.listOf(LIST)
    world.front.trouble('POST', UPLOAD, 'answer_lost', { status: 503, headers: { 'Retry-After': '30' } })
    const running = await world.startBulk(path, '--again')
    await eventually(running.printed, (text) => text.includes('retrying in 30 s'))
    expect(await running.end('SIGINT')).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('a job may have been started. Run the same command again to resume it.'),
    })
    expect(world.traces(path)).toEqual([])
    const again = await world.bulk(path, '--again')
    expect(again.code).toBe(0)
    expect(again.stderr).toMatch(/^Resuming job \S+, which an earlier run with --again started\.$/m)
    expect(new Set(world.front.seen.map(({ idempotencyKey }) => idempotencyKey).filter(Boolean)).size).toBe(1)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
    expect(world.filesBeside(path)).toEqual(['list.verified.csv'])
  })

  test('interrupted after the upload is resumed by the next run, with one new job', async () => {
    const path = world.slowList()
    const first = await world.startBulk(path)
    await eventually(first.printed, (text) => text.includes('3,000 rows'))
    await first.end('SIGINT')
    const { job_id: plain } = JSON.parse(world.state()!)
    const again = await world.startBulk(path, '--again')
    await eventually(
      () => JSON.parse(world.state()!),
      ({ job_id }) => job_id !== plain,
    )
    await again.end('SIGINT')
    const state = JSON.parse(world.state()!)
    expect(state).toMatchObject({ again: true, done: false })
    const resumed = await world.startBulk(path, '--again')
    await eventually(resumed.printed, (text) => text.includes(`Resuming job ${state.job_id}.`))
    await world.cancel()
    await resumed.ended
    expect(world.front.count('POST', UPLOAD)).toBe(2)
    expect((await world.service.request('DELETE', `/v1/batch/${plain}`, { key: world.key })).status).toBe(200)
  })

  test('killed between upload and response leaves no state file, and is resumed by the next run', async () => {
    const path = world.listOf(LIST)
    world.front.trouble('POST', UPLOAD, 'held')
    const running = await world.startBulk(path, '--again')
    await eventually(
      async () => (await world.service.usage(world.key)).verifications,
      (used) => used === 2,
    )
    await running.end('SIGKILL')
    expect(world.traces(path)).toEqual([])
    expect((await world.bulk(path, '--again')).code).toBe(0)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
  })
})

describe('a state file', () => {
  test('of another account is not replaced: its job is named, and nothing is charged without --again', async () => {
    const path = world.listOf(LIST)
    const first = await world.jobOf(path)
    world.key = (await world.service.account({ plan: 'enterprise' })).key
    const refused = await world.bulk(path, '--force')
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`job ${first} are no longer on the server`),
    })
    expect((await world.service.usage(world.key)).verifications).toBe(0)
    expect(await world.jobOf(path, '--again')).not.toBe(first)
    expect((await world.service.usage(world.key)).verifications).toBe(2)
  })
})
