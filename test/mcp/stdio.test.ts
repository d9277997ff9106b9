// `mailproof mcp`: how it starts, ends, and fails.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { freePort } from '../../testbed/freePort.js'
import { buildProgram, runProgram } from '../../testbed/service/program.js'
import { type Agent, overStdio } from './support/agent.js'

beforeAll(buildProgram, 240_000)

describe('the command', () => {
  test('says what is missing before an agent waits for it', async () => {
    expect(await runProgram(['mcp'], {})).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Set the environment variable MAILPROOF_API_KEY.'),
    })
    expect(await runProgram(['mcp', '--url', 'localhost:8080'], { MAILPROOF_API_KEY: 'mpk_x' })).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--url must be an http or https URL'),
    })
  })

  test('ends with its input, and prints nothing but messages', async () => {
    expect(await runProgram(['mcp'], { MAILPROOF_API_KEY: 'mpk_x' })).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

describe('a service that does not answer', () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await overStdio(`http://localhost:${await freePort()}`, 'mpk_x')
  })
  afterAll(() => agent.close())

  test('is an error of the tool that needs it, which names the address', async () => {
    expect(await agent.mistake('get_usage')).toMatch(/^NETWORK_ERROR: .*localhost:\d+/)
  }, 20_000)

  test('does not keep what the program knows itself from an agent', async () => {
    expect(await agent.use('explain_reason', { code: 'disposable' })).toMatchObject({ category: 'deny' })
  })
})
