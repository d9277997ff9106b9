// Names in error messages: those of fields are GraphQL's, values are as they were sent.
import { describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import { requestNames } from '../../src/api/contract/requestNames.js'
import { camelPath, camelText } from '../../src/api/graphql/camel.js'

describe('a message', () => {
  test.each([
    ['`share_signals` must be true or false', '`shareSignals` must be true or false'],
    [
      '`outcomes[3].bounce_type` is missing; it needs `request_id`',
      '`outcomes[3].bounceType` is missing; it needs `requestId`',
    ],
    ['share_signals without backticks is text', 'share_signals without backticks is text'],
    ['`status` must be one of `not_in`, `in_progress`', '`status` must be one of `not_in`, `in_progress`'],
    ['another rule is called `our_rule` already', 'another rule is called `our_rule` already'],
  ])('names fields of requests as GraphQL does, and leaves values: %s', (text, expected) => {
    expect(camelText(text)).toBe(expected)
  })

  test.each([
    ['/share_signals', '/shareSignals'],
    ['/outcomes/3/bounce_type', '/outcomes/3/bounceType'],
    ['/rules/0/when/in_deny_list', '/rules/0/when/in_deny_list'],
    ['/headers/x_share_signals', '/headers/x_share_signals'],
    ['', ''],
  ])('has a path of the same names: %s', (path, expected) => {
    expect(camelPath(path)).toBe(expected)
  })
})

test('no value of the contract is called like a field of a request that GraphQL renames', () => {
  const values = new Set<string>()
  JSON.stringify(readDocument(), (name, value) => {
    if (name === 'enum' && Array.isArray(value)) for (const each of value) values.add(String(each))
    if (name === 'const') values.add(String(value))
    return value
  })
  const renamed = [...requestNames()].filter((name) => name.includes('_'))
  expect(renamed).toEqual(expect.arrayContaining(['share_signals', 'email_column', 'bounce_type']))
  expect(renamed.filter((name) => values.has(name))).toEqual([])
})
