// A service behind a faulty proxy, and lists to upload, for suites of `mailproof bulk`.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { buildProgram, type Ended, startCommand } from '../../testbed/service/program.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { type Front, startFront } from './faultyProxy.js'

export const UPLOAD = /^\/v1\/bulk\/upload$/
export const JOB = /^\/v1\/bulk\/[0-9a-f-]+$/
export const DOWNLOAD = /\/download(\?|$)/
/** The delay of names that never answer: no job of a slow list ends by itself within a test. */
const SILENT_FOR_MS = '60000'

export const LIST =
  'name,email\nAda,ada@explicit.mailproof.net\n"Grace, Rear Admiral",grace@missing.mailproof.net\nAda,ADA@explicit.mailproof.net\n'

const isState = (name: string): boolean => /^[0-9a-f]{24}\.json$/.test(name)

/** A service behind a proxy that injects faults, and for each test a directory for lists and an account. */
export function createBulkWorld() {
  let service: InProcessService
  let front: Front
  let directory: ReturnType<typeof tempDirectory>
  let states: ReturnType<typeof tempDirectory>

  const world = {
    key: '',
    get service() {
      return service
    },
    get front() {
      return front
    },
    get directory() {
      return directory
    },

    listOf(content: string | Buffer, name = 'list.csv'): string {
      const path = join(directory.path, name)
      writeFileSync(path, content)
      return path
    },

    /** A list whose job does not end by itself within a test. */
    slowList(): string {
      const names = Array.from({ length: 3_000 }, (_, index) => `slow-${directory.path.at(-1)}-${index}.mailproof.net`)
      for (const name of names) service.dns.set(name, { does: 'silent' })
      return world.listOf(`email\n${names.map((name) => `someone@${name}\n`).join('')}`)
    },

    settings: (): Record<string, string> => ({ MAILPROOF_API_KEY: world.key, XDG_STATE_HOME: states.path }),
    lineOf: (path: string, ...words: string[]) => ['bulk', path, '--url', front.url, ...words],
    bulk: (path: string, ...words: string[]): Promise<Ended> =>
      runCommandLine(world.lineOf(path, ...words), world.settings()),
    /** In a separate process, to be interrupted. */
    startBulk: (path: string, ...words: string[]) => startCommand(world.lineOf(path, ...words), world.settings()),
    /** The job of a run. */
    jobOf: async (path: string, ...words: string[]): Promise<string> =>
      JSON.parse((await world.bulk(path, '--json', '--force', ...words)).stdout).job_id,

    async cancel(): Promise<string> {
      const { job_id } = JSON.parse(world.state()!)
      expect((await service.request('DELETE', `/v1/batch/${job_id}`, { key: world.key })).status).toBe(200)
      return job_id
    },

    filesBeside: (path: string) => readdirSync(dirname(path)).filter((name) => name !== basename(path)),
    /** Every file that a run has left. */
    traces: (path: string) => [...world.filesBeside(path), ...world.states()],
    /** The files that remember jobs. */
    states(): string[] {
      const path = join(states.path, 'mailproof', 'bulk')
      return existsSync(path)
        ? readdirSync(path)
            .filter(isState)
            .map((name) => join(path, name))
        : []
    },
    /** The text of the first of them; undefined without one. */
    state(): string | undefined {
      const [path] = world.states()
      return path && readFileSync(path, 'utf8')
    },
    /** Removes them. */
    forget(): void {
      for (const path of world.states()) rmSync(path)
    },
    resultOf: (path: string) => readFileSync(path.replace(/\.csv$/, '.verified.csv'), 'utf8'),
  }

  beforeAll(async () => {
    service = await start({ env: { DNS_TIMEOUT_MS: SILENT_FOR_MS } })
    await buildProgram()
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    front = await startFront(service.url)
    directory = tempDirectory()
    states = tempDirectory()
    world.key = (await service.account({ plan: 'enterprise' })).key
  })
  afterEach(async () => {
    await front.close()
    directory.remove()
    states.remove()
  })
  return world
}
