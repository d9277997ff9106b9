// Bodies of requests are checked against the contract, with messages that help.
import { describe, expect, test } from '@jest/globals'
import { Ajv } from 'ajv'
import { loadContract } from '../../../src/api/contract/contract.js'
import { readDocument } from '../../../src/api/contract/document.js'
import { findProblems } from '../../../src/api/contract/findProblems.js'
import type { Checked } from '../../../src/api/contract/problems.js'
import { explain, MAX_PROBLEMS } from '../../../src/api/contract/problems.js'
import { ANNOTATIONS } from '../../../src/api/contract/schema.js'
import type { OperationId } from '../../../src/api/contract/types.js'
import { resolveReferences } from '../../../testbed/contract/resolveReferences.js'
import fc from '../../../testbed/fastCheck.js'

const { operation, operations } = loadContract()

const problemsOf = (checked: Checked<unknown>) => (checked.ok ? [] : checked.problems)
const check = (id: OperationId, body: unknown) => problemsOf(operation(id).validateBody(body))
const says = (id: OperationId, body: unknown) => check(id, body).map(({ path, message }) => [path, message])

describe('a valid body', () => {
  test('is passed on with its defaults', () => {
    expect(operation('verifyEmail').validateBody({ email: 'a@b.co', debug: true })).toEqual({
      ok: true,
      value: { email: 'a@b.co', debug: true, share_signals: false, mailbox: false },
    })
  })

  test.each(['', ' ', 'no address at all', '\0\r\n', '\uD800', `${'x'.repeat(500_000)}@example.com`])(
    'may have any text as email (%#)',
    (email) => {
      expect(check('verifyEmail', { email })).toEqual([])
      expect(check('verifyEmailSignals', { email })).toEqual([])
      expect(check('verifyBatch', { emails: [email] })).toEqual([])
    },
  )

  test('may be omitted if it has no required members', () => {
    expect(operation('generateKey').validateBody(undefined)).toEqual({ ok: true, value: {} })
    expect(operation('getUsage').validateBody(undefined)).toEqual({ ok: true, value: undefined })
  })

  test('may have exactly 1,000 addresses', () => {
    expect(check('verifyBatch', { emails: Array(1000).fill('a@b.co') })).toEqual([])
  })
})

describe('an invalid body is reported', () => {
  test('if it is missing', () => {
    const message = 'the body is missing: send a JSON object, for example {"email":"jane.doe@gmail.com"}'
    expect(says('verifyEmail', undefined)).toEqual([['', message]])
  })

  test.each([
    [null, 'null'],
    [[], 'an array'],
    ['a@b.co', 'a string'],
    [7, 'a number'],
    [true, 'a boolean'],
  ])('if it is not an object but %j', (body, kind) => {
    const message = `the body must be a JSON object; you sent ${kind}. For example: {"email":"jane.doe@gmail.com"}`
    expect(says('verifyEmail', body)).toEqual([['', message]])
    expect(check('generateKey', body)).toHaveLength(1)
  })

  test('if a member has the wrong type; nothing is coerced', () => {
    expect(says('verifyEmail', { email: 7, debug: 'true', share_signals: 1 })).toEqual([
      ['/email', '`email` must be a string; you sent a number'],
      ['/share_signals', '`share_signals` must be true or false; you sent a number'],
      ['/debug', '`debug` must be true or false; you sent a string'],
    ])
    expect(says('verifyEmail', { email: null })).toEqual([['/email', '`email` must be a string; you sent null']])
    expect(says('verifyEmail', { email: ['a@b.co'] })).toEqual([
      ['/email', '`email` must be a string; you sent an array'],
    ])
    expect(says('verifyBatch', { emails: 'a@b.co' })).toEqual([
      ['/emails', '`emails` must be an array, each entry a string; you sent a string'],
    ])
  })

  test.each([
    ['emial', 'email'],
    ['Email', 'email'],
    ['shareSignals', 'share_signals'],
    ['share-signals', 'share_signals'],
    ['share_signal', 'share_signals'],
  ])('with an unknown member %s, and the likely intended name', (name, known) => {
    const body = { email: 'a@b.co', [name]: 'x' }
    expect(says('verifyEmail', body)).toEqual([[`/${name}`, `unknown field \`${name}\`: did you mean \`${known}\`?`]])
  })

  test('with an unknown member that resembles none, and a list of the known ones', () => {
    expect(says('verifyEmail', { email: 'a@b.co', callback: 'x' })).toEqual([
      ['/callback', 'unknown field `callback`. Allowed: `email`, `share_signals`, `debug`, `mailbox`'],
    ])
  })

  test('with a missing member', () => {
    expect(says('verifyEmail', {})).toEqual([['/email', '`email` is missing; it must be a string']])
    expect(says('verifyBatch', {})).toEqual([
      ['/emails', '`emails` is missing; it must be an array, each entry a string'],
    ])
  })

  test('with too many addresses, under the code of that keyword', () => {
    expect(check('verifyBatch', { emails: Array(1001).fill('a@b.co') })).toEqual([
      {
        path: '/emails',
        message: '`emails` must hold at most 1000 addresses; you sent 1001',
        keyword: 'maxItems',
      },
    ])
  })

  test('without any address', () => {
    expect(says('verifyBulk', { emails: [] })).toEqual([
      ['/emails', '`emails` must hold at least 1 address; you sent none'],
    ])
  })

  test('with entries of the wrong type, by their index', () => {
    expect(says('verifyBatch', { emails: ['a@b.co', null, 'c@d.co', { email: 'x' }] })).toEqual([
      ['/emails/1', 'entry 1 of `emails` must be a string; you sent null'],
      ['/emails/3', 'entry 3 of `emails` must be a string; you sent an object'],
    ])
  })

  test('within entries, by their place in the body', () => {
    const outcomes = [{ email: 'a@b.co', outcome: 'engaged' }, { email: '' }, { outcome: 'x', oucome: 1 }]
    expect(says('recordOutcomes', { outcomes })).toEqual([
      ['/outcomes/1/outcome', expect.stringMatching(/^`outcomes\[1\]\.outcome` is missing; it must be one of /)],
      ['/outcomes/1/email', '`outcomes[1].email` must not be empty'],
      ['/outcomes/2/oucome', 'unknown field `outcomes[2].oucome`: did you mean `outcome`?'],
      ['/outcomes/2/outcome', expect.stringMatching(/^`outcomes\[2\]\.outcome` must be one of /)],
    ])
    expect(says('putRulesDraft', { rules: [{ when: { all: {} }, action: 'deny' }] })).toEqual([
      ['/rules/0/when/all', '`rules[0].when.all` must be an array; you sent an object'],
    ])
  })

  test.each([0, 3651, 1.5, -1, Number.MAX_VALUE])('with %d days for a key', (days) => {
    expect(says('generateKey', { expires_in_days: days })).toEqual([
      ['/expires_in_days', '`expires_in_days` must be a whole number from 1 to 3650'],
    ])
  })

  test('with a name that is too long or empty, counted in characters', () => {
    expect(says('generateKey', { name: '𝄞'.repeat(100) })).toEqual([])
    expect(says('generateKey', { name: '𝄞'.repeat(101) })).toEqual([
      ['/name', '`name` must be at most 100 characters long; you sent 101'],
    ])
    expect(says('createAccount', { email: 'a@b.co', name: '' })).toEqual([['/name', '`name` must not be empty']])
  })

  test('in one sentence, with all problems in the details', () => {
    expect(explain(check('verifyEmail', { emial: 'x' }))).toEqual({
      message:
        '2 validation errors: unknown field `emial`: did you mean `email`?; `email` is missing; it must be a string.',
      details: {
        problems: [
          { path: '/emial', message: 'unknown field `emial`: did you mean `email`?' },
          { path: '/email', message: '`email` is missing; it must be a string' },
        ],
      },
    })
    expect(explain(check('verifyEmail', {})).message).toBe('`email` is missing; it must be a string.')
    expect(explain(check('verifyEmail', { email: 'a@b.co', emails: [] })).message).toBe(
      'Unknown field `emails`: did you mean `email`?',
    )
    expect(explain(check('verifyBatch', { emails: [1, 2, 3, 4, 5] })).message).toBe(
      '5 validation errors: entry 0 of `emails` must be a string; you sent a number; ' +
        'entry 1 of `emails` must be a string; you sent a number; ' +
        'entry 2 of `emails` must be a string; you sent a number; and 2 more.',
    )
  })
})

describe('a hostile body', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('cannot abuse a member %s', (name) => {
    const body: unknown = JSON.parse(`{"email": "a@b.co", "${name}": {"debug": true}}`)
    expect(check('verifyEmail', body)).toMatchObject([{ path: `/${name}`, keyword: 'additionalProperties' }])
    expect(({} as { debug?: unknown }).debug).toBeUndefined()
  })

  test('cannot supply a required member through its prototype', () => {
    expect(check('verifyEmail', JSON.parse('{"__proto__": {"email": "a@b.co"}}'))).toMatchObject([
      { path: '/__proto__' },
      { path: '/email', keyword: 'required' },
    ])
  })

  test('gets at most 20 problems', () => {
    const strange = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`member${index}`, index]))
    expect(check('verifyEmail', strange)).toHaveLength(MAX_PROBLEMS)
    expect(check('verifyBatch', { emails: Array(1000).fill(0) })).toHaveLength(MAX_PROBLEMS)
  })

  test('has its entries validated only if the array is within its limit', () => {
    let looked = 0
    const counting = new Proxy(Array(1001).fill(0), {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked++
        return Reflect.get(target, name, receiver)
      },
    })
    expect(check('verifyBatch', { emails: counting })).toHaveLength(1)
    expect(looked).toBe(0)
  })

  test('gets at most 40 characters of its own member names echoed, without control characters', () => {
    const [long] = check('verifyEmail', { email: 'a@b.co', ['n'.repeat(1_000_000)]: 1 })
    expect(long?.path).toBe(`/${'n'.repeat(40)}…`)
    expect(long?.message).toBe(
      `unknown field \`${'n'.repeat(40)}…\`. Allowed: \`email\`, \`share_signals\`, \`debug\`, \`mailbox\``,
    )
    const [nasty] = check('verifyEmail', { email: 'a@b.co', 'a\r\nb\0\u001B[31m\u202E`\uD800/~': 1 })
    expect(nasty?.path).toBe('/a??b??[31m???~1~0'.replaceAll('?', '\uFFFD'))
    const [empty] = check('verifyEmail', { email: 'a@b.co', '': 1 })
    expect(empty?.message).toMatch(/^unknown field `""`\./)
  })

  test('never gets one of its values echoed', () => {
    const secret = 'hunter2'
    const bodies = [secret, [secret], { email: [secret] }, { email: { [secret]: 1 } }, { expires_in_days: secret }]
    for (const { id } of operations) {
      for (const body of bodies) expect(JSON.stringify(check(id, body))).not.toContain(secret)
    }
  })

  test('of any shape gets an explanation exactly when its schema rejects it', () => {
    const { components } = resolveReferences(readDocument()) as unknown as {
      components: { schemas: Record<string, Parameters<typeof findProblems>[0]> }
    }
    const ajv = new Ajv({ strict: true, validateFormats: false })
    ajv.addVocabulary(ANNOTATIONS)
    const member = fc.oneof(
      fc.constantFrom('email', 'emails', 'share_signals', 'debug', 'name', 'sandbox', 'expires_in_days', '__proto__'),
      fc.string({ maxLength: 5 }),
    )
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ maxLength: 120 }),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string(), { maxLength: 5 }),
    )
    const body = fc.oneof(value, fc.dictionary(member, value, { maxKeys: 4 }))
    for (const name of ['VerifyRequest', 'BatchVerifyRequest', 'CreateAccountRequest', 'GenerateKeyRequest']) {
      const schema = components.schemas[name]!
      const validate = ajv.compile(schema)
      fc.assert(
        fc.property(body, (given) => {
          const plain: unknown = JSON.parse(JSON.stringify(given))
          expect(findProblems(schema, plain, '', 'the body').length === 0).toBe(validate(plain))
        }),
        { numRuns: 300 },
      )
    }
  })
})
