// Parameters of paths and queries are parsed and checked as the contract declares.
import { describe, expect, test } from '@jest/globals'
import { loadContract } from '../../../src/api/contract/contract.js'
import { readDocument } from '../../../src/api/contract/document.js'
import { createParameterCheck } from '../../../src/api/contract/parameters.js'
import { MAX_PROBLEMS } from '../../../src/api/contract/problems.js'
import type { Parameter } from '../../../src/api/contract/schema.js'

const parameters: Parameter[] = [
  { name: 'period', in: 'query', schema: { type: 'string', enum: ['week', 'all-time'], default: 'week' } },
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  { name: 'ratio', in: 'query', schema: { type: 'number', maximum: 1 } },
  { name: 'all', in: 'query', schema: { type: 'boolean' } },
]
const check = createParameterCheck(parameters)
const read = (raw: string) => check(new URLSearchParams(raw))
const says = (raw: string) => {
  const checked = read(raw)
  return checked.ok ? [] : checked.problems.map(({ path, message }) => [path, message])
}

describe('a query', () => {
  test('that is empty gets the defaults', () => {
    expect(read('')).toEqual({ ok: true, value: { period: 'week', page: 1 } })
  })

  test('is parsed according to the types of its parameters', () => {
    const value = { period: 'all-time', page: 12, ratio: 0.5, all: true }
    expect(read('period=all-time&page=12&ratio=0.5&all=true')).toEqual({ ok: true, value })
  })

  test.each(['', ' 1', '1 ', '01', '+1', '1.0', '1e3', '0x10', '１', 'one', '9'.repeat(400)])(
    'is rejected if a number is not an integer: page=%j',
    (text) => {
      const raw = new URLSearchParams({ page: text }).toString()
      expect(says(raw)).toEqual([['/page', '`page` must be a whole number, at least 1, written in plain digits']])
    },
  )

  test.each(['0', '-1'])('is rejected for the page %s', (text) => {
    expect(says(`page=${text}`)).toEqual([['/page', '`page` must be a whole number, at least 1']])
  })

  test.each(['', '1', 'TRUE', 'yes', 'on'])('is rejected if a boolean is not one: all=%j', (text) => {
    expect(says(`all=${text}`)).toEqual([['/all', '`all` must be true or false; you sent a string']])
  })

  test('with a value outside the enumeration gets the list of values', () => {
    expect(says('period=year')).toEqual([['/period', '`period` must be one of `week`, `all-time`']])
  })

  test.each(['page=1&page=2', 'page=1&page=1', 'page=1&p%61ge=1'])(
    'with a repeated parameter is rejected: %s',
    (raw) => {
      expect(says(raw)).toEqual([['/page', '`page` must not be repeated']])
    },
  )

  test('with an unknown parameter is rejected, with the likely intended name', () => {
    expect(says('pgae=1')).toEqual([['/pgae', 'unknown parameter `pgae`: did you mean `page`?']])
    expect(says('page[]=1')).toEqual([['/page[]', 'unknown parameter `page[]`: did you mean `page`?']])
    expect(says('colour=red')).toEqual([
      ['/colour', 'unknown parameter `colour`. Allowed: `period`, `page`, `ratio`, `all`'],
    ])
    expect(says('__proto__=1')).toHaveLength(1)
    expect(says('constructor=1')).toHaveLength(1)
  })

  test('gets at most 20 problems, however many it has', () => {
    const many = Array.from({ length: 4_000 }, (_, n) => `x${n}=1`).join('&')
    expect(says(many)).toHaveLength(MAX_PROBLEMS)
  })

  test('gets one problem for an unknown parameter, however often it is repeated', () => {
    expect(says('x=1&x=2&x=3')).toHaveLength(1)
  })

  test('is an empty object if the operation has no parameters', () => {
    const { operation } = loadContract()
    expect(operation('getUsage').validateQuery('')).toEqual({ ok: true, value: {} })
    expect(operation('getUsage').validateQuery('%').ok).toBe(false)
  })
})

describe('path parameters', () => {
  const { operation } = loadContract()

  test('are passed on', () => {
    expect(operation('revokeKey').validateParams({ keyId: 'k1' })).toEqual({ ok: true, value: { keyId: 'k1' } })
    expect(operation('getUsage').validateParams({})).toEqual({ ok: true, value: {} })
  })

  test.each([
    ['revokeKey', 'keyId'],
    ['getReason', 'slug'],
  ] as const)('of %s are rejected if longer than any identifier', (id, name) => {
    expect(operation(id).validateParams({ [name]: 'k'.repeat(101) })).toMatchObject({
      ok: false,
      problems: [{ path: `/${name}`, keyword: 'maxLength' }],
    })
    expect(operation(id).validateParams({ [name]: 'k'.repeat(100) }).ok).toBe(true)
  })
})

describe('the served document', () => {
  test('has the address of the service that serves it, bodies of one type, and is otherwise unchanged', () => {
    const document = JSON.parse(loadContract().documentFor('https://mail.example.net/$&'))
    expect(document.servers.map(({ url }: { url: string }) => url)).toEqual([
      'https://mail.example.net/$&',
      'https://mail.example.net/$&/api',
    ])
    const expected = structuredClone(readDocument())
    for (const path of ['/v1/outcomes', '/v1/outcomes/from/{sender}']) {
      const { content } = expected.paths[path]!.post!.requestBody!
      expect(Object.keys(content)).toHaveLength(2)
      Object.assign(expected.paths[path]!.post!.requestBody!, {
        content: { 'application/json': content['application/json'] },
      })
    }
    expect({ ...document, servers: expected.servers }).toEqual(expected)
    expect(Object.keys(document.paths)).toHaveLength(59)
  })
})
