// Lists that are updated, refused and rolled back while several processes serve.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { client } from '../../testbed/callers/client.js'
import { eventually } from '../../testbed/eventually.js'
import { changedLists } from '../../testbed/lists/listFiles.js'
import { startRegistry, type TestRegistry } from '../../testbed/lists/registry.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeShapes } from '../support/describeShapes.js'

/** Deliverable, on no list of the release. */
const DOMAIN = 'explicit.mailproof.net'
/** Until every process has noticed a change. */
const AGREE_MS = 10_000
const CALLERS = 8
/** A machine that is busy with other tests cannot answer faster. */
const PAUSE_MS = 5

const versionOf = (body: { debug: { steps: { name: string; outcome: string }[] } }): string =>
  body.debug.steps.find(({ name }) => name === 'lists')!.outcome

describeShapes(
  'lists',
  (start) => {
    const directory = tempDirectory()
    const path = (name: string) => join(directory.path, name)
    let service: ProcessService
    let registry: TestRegistry
    let key: string
    beforeAll(async () => {
      writeFileSync(path('deny.txt'), '')
      writeFileSync(
        path('with.txt'),
        changedLists((lines) => [...lines, `${DOMAIN} d`]),
      )
      writeFileSync(
        path('hostile.txt'),
        changedLists((lines) => [...lines, 'microsoft.com d']),
      )
      registry = await startRegistry()
      service = await start({ LISTS_DENY_FILE: path('deny.txt') })
      key = (await service.account({ plan: 'growth', perMonth: 1_000_000 })).key
    })
    afterAll(async () => {
      await service.stop()
      await registry.close()
      directory.remove()
    })

    const lists = async (...words: string[]) => {
      const { code, stdout, stderr } = await runCommandLine(['lists', ...words], service.settings)
      return { code, output: `${stdout}${stderr}`, answer: words.includes('--json') ? JSON.parse(stdout) : undefined }
    }
    /** The version that each process names, and whether it calls the domain disposable. */
    const everywhere = () =>
      Promise.all(
        service.apis.map(async ({ request }) => {
          const { body } = await request('POST', '/v1/verify', { key, body: { email: `a@${DOMAIN}`, debug: true } })
          const { body: health } = await request('GET', '/health')
          return { version: versionOf(body), health: health.lists_version, disposable: body.checks.disposable }
        }),
      )
    const agreed = ({ version, disposable }: { version: string; disposable: boolean }) =>
      eventually(
        everywhere,
        (all) =>
          all.every((each) => each.version === version && each.health === version && each.disposable === disposable),
        AGREE_MS,
      )

    test('change under load, without one verdict that fails or mixes two versions', async () => {
      const before = (await lists('status', '--json')).answer.version
      let isOver = false
      let verdicts = 0
      const seen = new Set<string>()
      const callers = Array.from({ length: CALLERS }, async (_, at) => {
        const { request, close } = client(service.apis[at % service.apis.length]!.url)
        for (let turn = 0; !isOver; turn++) {
          const email = `a${at}-${turn}@${DOMAIN}`
          const { status, body } = await request('POST', '/v1/verify', { key, body: { email, debug: true } })
          expect(status).toBe(200)
          const version = versionOf(body)
          expect(body.checks.disposable).toBe(version !== before)
          seen.add(version)
          verdicts++
          await sleep(PAUSE_MS)
        }
        close()
      })
      const updated = await lists('update', '--from', path('with.txt'), '--json')
      expect(updated).toMatchObject({ code: 0, answer: { outcome: 'updated', added: 1 } })
      try {
        await agreed({ version: updated.answer.version, disposable: true })
        await sleep(100)
      } finally {
        isOver = true
      }
      await Promise.all(callers)
      expect(seen).toEqual(new Set([before, updated.answer.version]))
      expect(verdicts).toBeGreaterThan(100)
    })

    test('that are refused leave the version in use, and a line', async () => {
      const { version } = (await everywhere())[0]!
      const refused = await lists('update', '--from', path('hostile.txt'))
      expect(refused.code).toBe(1)
      expect(refused.output).toMatch(/refused: They would call well-known domains disposable.*microsoft\.com/)
      await agreed({ version, disposable: true })
    })

    test('stay without a network, and one line says so', async () => {
      const { code, output } = await lists('update', '--from', 'http://registry.invalid')
      expect(code).toBe(1)
      expect(output.trim().split('\n')).toEqual([
        expect.stringMatching(/could not be fetched: http:\/\/registry\.invalid.*stays in use/),
      ])
      const { code: again, output: nothing } = await lists('update', '--from', registry.url)
      expect([again, nothing.trim().split('\n').length]).toEqual([1, 1])
    })

    test('are rolled back in every process', async () => {
      const { code, answer } = await lists('rollback', '--json')
      expect(code).toBe(0)
      await agreed({ version: answer.version, disposable: false })
      expect((await lists('rollback')).output).toMatch(/no earlier version/)
    })

    test("follow the operator's files; a mistake in one is in the health of the service, and changes nothing", async () => {
      const { version } = (await everywhere())[0]!
      writeFileSync(path('deny.txt'), `# ours\n${DOMAIN}\n`)
      await agreed({ version, disposable: true })
      const { body } = await service.apis[0]!.request('POST', '/v2/verify', { key, body: { email: `a@${DOMAIN}` } })
      expect(body.reasons[0]).toMatchObject({ code: 'denied_by_operator', category: 'deny' })
      writeFileSync(path('deny.txt'), 'example.com\nno domain\n')
      await eventually(
        () => Promise.all(service.apis.map(({ request }) => request('GET', '/health/ready'))),
        (all) =>
          all.every(
            ({ status, body: { checks } }) => status === 200 && /deny\.txt:2:3: /.test(checks.lists.message ?? ''),
          ),
        AGREE_MS,
      )
      expect((await everywhere()).every(({ disposable }) => disposable)).toBe(true)
      expect((await lists('status')).code).toBe(1)
      writeFileSync(path('deny.txt'), '')
      await agreed({ version, disposable: false })
    })
  },
  { involveLog: false },
)
