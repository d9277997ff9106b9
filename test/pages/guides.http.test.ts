// The code of the guides runs, in each language, against a service.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { specifiedScalarTypes } from 'graphql'
import { Webhook } from 'standardwebhooks'
import { submit } from '../../testbed/callers/batches.js'
import { REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeUnless } from '../support/describeUnless.js'

const CLIENT = new URL('../../src/client/index.ts', import.meta.url).href
const LOADER = import.meta.resolve('tsx')
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const LIST = 'name,email\nAda,ada@explicit.mailproof.net\nBob,no address\n'
const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0

const { path: directory, remove } = tempDirectory()
let api: InProcessService
let receiver: Awaited<ReturnType<typeof startAcceptingReceiver>>
let live: string
let sandbox: string
beforeAll(async () => {
  ;[api, receiver] = await Promise.all([start({ env: REACHABLE }), startAcceptingReceiver()])
  writeFileSync(join(directory, 'customers.csv'), LIST)
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(directory, 'node_modules'))
  live = (await api.account({ plan: 'growth' })).key
  sandbox = (await api.generate(live, { sandbox: true })).key
})
afterAll(async () => {
  await Promise.all([api.stop(), receiver.close()])
  remove()
})

/** The blocks of a guide with a tab or in a language, as they call this service. */
function codeIn(guide: string, name: string): string[] {
  const text = readFileSync(new URL(`../../docs/guides/${guide}.md`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```(\w+)(?: tab=(\S+))?\n([\s\S]*?)^```/gm)]
    .filter(([, language, tab]) => (tab ?? language) === name)
    .map(([, , , code]) =>
      code!
        .replaceAll('http://localhost:8080', api.url)
        .replaceAll('ws://localhost:8080', api.url.replace('http', 'ws'))
        .replaceAll('someone@gmail.com', 'someone@explicit.mailproof.net')
        .replaceAll('https://example.com/hooks/mailproof', receiver.url)
        .replaceAll("'mailproof/client'", `'${CLIENT}'`),
    )
}

/** What a program prints. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const running = spawn(program, args, {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, MAILPROOF_API_KEY: live, ...env } as NodeJS.ProcessEnv,
  })
  let output = ''
  let errors = ''
  running.stdout.on('data', (text) => {
    output += text
  })
  running.stderr.on('data', (text) => {
    errors += text
  })
  return new Promise((resolve, reject) => {
    running.on('error', reject)
    running.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${program}: ${code}\n${errors}`))))
  })
}

const shell = (code: string): Promise<string> => run('bash', ['-euo', 'pipefail', '-c', code])
const python = (code: string): Promise<string> => run('python3', ['-c', code])

let files = 0
/** A file with that TypeScript. */
function typescript(code: string): string {
  const path = join(directory, `code${files++}.mts`)
  writeFileSync(path, code)
  return path
}
const node = (code: string): Promise<string> => run(process.execPath, ['--import', LOADER, typescript(code)])

async function graphql(query: string): Promise<{ data: Record<string, unknown>; errors?: unknown }> {
  const { body } = await api.request('POST', '/graphql', { body: { query }, headers: { 'X-API-Key': live } })
  return body
}

/** What a guide has downloaded; the next one starts without it. */
function deliverable(): string {
  const path = join(directory, 'deliverable.csv')
  const text = readFileSync(path, 'utf8')
  rmSync(path)
  return text
}
const ADA = /^name,email,mp_.+\nAda,ada@explicit\.mailproof\.net,[^\n]+\n?$/

const CASES = [
  ['ada@explicit.mailproof.net', { accept: true }],
  ['disposable@example.net', { accept: false, message: 'Please use a permanent address, so that we can reach you.' }],
  ['not an address', { accept: false, message: 'This is not a complete email address. Please check it.' }],
  ['null-mx@example.net', { accept: false, message: 'Please use another address.' }],
  ['probable-typo@example.net', { accept: true, suggestion: 'probable-typo@example.com' }],
  ['error@example.net', { accept: true }],
] as const

describe('with curl', () => {
  test('the quick start makes an account, a verdict and a sandbox key', async () => {
    const [create, remember, another] = codeIn('quick-start', 'sh')
    expect(JSON.parse(await shell(create!))).toMatchObject({ api_key: expect.stringMatching(/^mpk_/) })
    expect(remember).toBe('export MAILPROOF_API_KEY=mpk_…\n')
    expect(JSON.parse(await shell(another!))).toMatchObject({ api_key: expect.stringMatching(/^mpt_/) })
    const [verify] = codeIn('quick-start', 'curl')
    expect(JSON.parse(await shell(verify!))).toMatchObject({ default_decision: 'allow' })
  })

  test('the guide to lists uploads a file and downloads its deliverable rows', async () => {
    await shell(codeIn('bulk', 'curl')[0]!)
    expect(deliverable()).toMatch(ADA)
  })

  test('the guide to webhooks creates one', async () => {
    expect(JSON.parse(await shell(codeIn('webhooks', 'curl')[0]!))).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    })
  })

  test('the guide to GraphQL follows a batch by events', async () => {
    const batch = await submit(api, live, ['ada@explicit.mailproof.net'])
    const follow = codeIn('graphql', 'sh')[1]!
    const events = await run('bash', ['-euo', 'pipefail', '-c', follow], { BATCH: batch })
    expect(events).toMatch(/^event: next\ndata: .+"COMPLETED","processed":1.+\n\nevent: complete\n/m)
  })

  test('the guide for agents calls a tool', async () => {
    const [call] = codeIn('agents', 'sh')
    expect(JSON.parse(await shell(call!)).result.structuredContent).toMatchObject({ default_decision: 'allow' })
  })
})

describe('in TypeScript', () => {
  test('the quick start prints a verdict and its reason', async () => {
    expect(await node(codeIn('quick-start', 'TypeScript')[0]!)).toMatch(/^allow [A-Z].+\.\n$/)
  })

  test('the function of the sign-up form accepts, refuses with a message, and suggests', async () => {
    const path = typescript(
      codeIn('sign-up-form', 'TypeScript')[0]!.replace('process.env.MAILPROOF_API_KEY', `'${sandbox}'`),
    )
    const { checkSignUp } = await import(pathToFileURL(path).href)
    for (const [email, outcome] of CASES)
      expect({ email, ...(await checkSignUp(email)) }).toEqual({ email, ...outcome })
  })

  test('the guide to lists uploads a file and downloads its deliverable rows', async () => {
    await node(codeIn('bulk', 'TypeScript')[0]!)
    expect(deliverable()).toMatch(ADA)
  })

  test('the guide to webhooks creates one, and answers signed calls only', async () => {
    const [create, answer] = codeIn('webhooks', 'TypeScript')
    expect(await node(`${create}\nconsole.log(secret)`)).toMatch(/^whsec_/)
    const { POST } = await import(
      pathToFileURL(typescript(answer!.replace('process.env.WEBHOOK_SECRET!', `'${SECRET}'`))).href
    )
    const call = signed('{"type":"webhook.test","timestamp":"2026-11-26T00:00:00.000Z","data":{}}')
    const request = (body: string) => new Request('http://127.0.0.1/', { method: 'POST', headers: call.headers, body })
    expect(await POST(request(call.body))).toMatchObject({ status: 204 })
    await expect(POST(request(`${call.body} `))).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
  })
})

describeUnless(hasRequests ? undefined : 'python3 has no requests', 'in Python', () => {
  test('the quick start prints a verdict and its reason', async () => {
    expect(await python(codeIn('quick-start', 'Python')[0]!)).toMatch(/^allow [A-Z].+\.\n$/)
  })

  test('the function of the sign-up form accepts, refuses with a message, and suggests', async () => {
    const emails = JSON.stringify(CASES.map(([email]) => email))
    const code = `${codeIn('sign-up-form', 'Python')[0]}\nimport json\nprint(json.dumps([check_sign_up(email) for email in ${emails}]))`
    const outcomes = JSON.parse(await run('python3', ['-c', code], { MAILPROOF_API_KEY: sandbox }))
    expect(outcomes).toEqual(CASES.map(([, outcome]) => ({ message: null, suggestion: null, ...outcome })))
  })

  test('the guide to lists uploads a file and downloads its deliverable rows', async () => {
    await python(codeIn('bulk', 'Python')[0]!)
    expect(deliverable()).toMatch(ADA)
  })

  test('the guide to webhooks accepts signed calls only', async () => {
    const { headers, body } = signed('{"type":"webhook.test"}')
    const call = (text: string) =>
      python(
        `${codeIn('webhooks', 'Python')[0]}\nverify_call(${JSON.stringify(headers)}, ${JSON.stringify(text)}.encode(), "${SECRET}")`,
      )
    await call(body)
    await expect(call(`${body} `)).rejects.toThrow('The signature is wrong.')
  })
})

describe('in GraphQL', () => {
  test.each(['quick-start', 'webhooks'])('the documents of %s are executed without an error', async (guide) => {
    const documents = codeIn(guide, 'GraphQL')
    expect(documents.length).toBeGreaterThan(0)
    for (const document of documents) {
      const { data, errors } = await graphql(document)
      expect(errors).toBeUndefined()
      for (const field of Object.values(data)) expect(field).toBeTruthy()
    }
  })

  // Node.js 20 has no WebSocket of its own.
  const inBrowser = (code: string): string => `import WebSocket from 'ws'\nglobalThis.WebSocket ??= WebSocket\n${code}`

  test('urql works with its defaults', async () => {
    expect(await node(codeIn('graphql', 'urql')[0]!)).toMatch(/^\d+ verifications are left \(growth\)\n$/)
  })

  test('Apollo Client queries, appends pages, and follows a batch', async () => {
    const key = (await api.account({ plan: 'growth' })).key
    const batches = await Promise.all(['ada', 'grace', 'edsger'].map((name) => submit(api, key, [`${name}@x.example`])))
    const more = `
      const BATCHES = gql\`query ($after: String) {
        batches(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } }
      }\`
      const list = client.watchQuery<any>({ query: BATCHES })
      const lengths = new Set<number>()
      await new Promise<void>((resolve) => list.subscribe(({ data, dataState }) => {
        if (dataState !== 'complete') return
        const { edges, pageInfo } = data.batches
        // While more is fetched, what is there is shown again.
        if (lengths.size === 0) void list.fetchMore({ variables: { after: pageInfo.endCursor } })
        lengths.add(edges.length)
        if (lengths.size === 2) resolve()
      }))
      console.log(...lengths)
      const progress = client.subscribe({ query: gql\`subscription { batchProgress(id: "${batches[0]}") { status } }\` })
      await new Promise((resolve, reject) => progress.subscribe({ error: reject, complete: resolve as () => void, next: ({ data }: any) => console.log(data.batchProgress.status) }))
      process.exit()`
    const printed = await run(
      process.execPath,
      ['--import', LOADER, typescript(inBrowser(codeIn('graphql', 'Apollo')[0]! + more))],
      { MAILPROOF_API_KEY: key },
    )
    expect(printed).toMatch(/^\d+ verifications are left \(growth\)\n2 3\n([A-Z]+\n)*COMPLETED\n$/)
  })

  test('the loop over pages ends after the last one', async () => {
    const key = (await api.account({ plan: 'growth' })).key
    const batchId = await submit(api, key, ['ada@x.example'])
    const code = codeIn('graphql', 'ts')[0]!.replace('first: 100', 'first: 1')
    await submit(api, key, ['grace@x.example'])
    const printed = await run(process.execPath, ['--import', LOADER, typescript(code)], { MAILPROOF_API_KEY: key })
    expect(printed.trim().split('\n')).toEqual([expect.any(String), expect.stringMatching(`^${batchId} [A-Z]+ 1$`)])
  })

  test('the configuration of graphql-codegen gives every scalar a type', async () => {
    const path = typescript(codeIn('graphql', 'ts')[1]!)
    const { default: config } = await import(pathToFileURL(path).href)
    const { data } = await graphql('{ __schema { types { kind name } } }')
    const { types } = data.__schema as { types: { kind: string; name: string }[] }
    const own = types.filter(
      ({ kind, name }) => kind === 'SCALAR' && !specifiedScalarTypes.some((each) => each.name === name),
    )
    expect(Object.keys(config.generates['./src/gql/'].config.scalars)).toEqual(own.map(({ name }) => name).sort())
  })

  test.each([
    ['graphql-ws', 2],
    ['graphql-sse', 3],
  ])('%s follows a batch to its end', async (client, block) => {
    const batchId = await submit(api, live, ['ada@x.example', 'grace@x.example'])
    const code = codeIn('graphql', 'ts')[block]!
    expect(code).toContain(`from '${client}'`)
    const path = typescript(inBrowser(code))
    expect(await run(process.execPath, ['--import', LOADER, path, batchId])).toMatch(/COMPLETED 2 2\n$/)
  })
})

/** A call as the service signs it. */
function signed(body: string): { headers: Record<string, string>; body: string } {
  const now = new Date()
  return {
    body,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('msg_1', now, body),
    },
  }
}
