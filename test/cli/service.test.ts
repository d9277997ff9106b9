// The service and the key that commands are given.
import { expect, test } from '@jest/globals'
import { runCommandLine } from '../support/commandLine.js'

test.each([
  ['bulk', '-'],
  ['rules', 'show'],
  ['webhooks', 'listen'],
  ['mcp', ''],
])('%s %s refuses a URL and a key that cannot be used, with what to do', async (command, word) => {
  const words = [command, ...(word ? [word] : [])]
  const refusal = async (url: string, key: string) => {
    const { code, stderr } = await runCommandLine([...words, '--url', url], { MAILPROOF_API_KEY: key })
    return [code, stderr.trim()]
  }
  for (const url of ['localhost:8080', 'ftp://x'])
    expect(await refusal(url, 'mpk_x')).toEqual([
      2,
      `mailproof: --url must be an http or https URL, not ${url}. Example: --url https://verify.example.org`,
    ])
  expect(await refusal('http://127.0.0.1:1', 'mpk_ä')).toEqual([
    2,
    'mailproof: The API key contains invalid characters.',
  ])
  expect(await refusal('http://127.0.0.1:1', ' ')).toEqual([2, expect.stringContaining('MAILPROOF_API_KEY')])
})
