// The forms of an address that lead to one mailbox.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { PROVIDER_FORMS } from '../../../src/features/verification/engine/normalize/forms.js'
import { normalizeAddress } from '../../../src/features/verification/engine/normalize.js'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'
import fc from '../../../testbed/fastCheck.js'

function normalize(text: string) {
  const parsed = parseMailbox(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`)
  return normalizeAddress(parsed.mailbox)
}

describe('forms that lead to one mailbox', () => {
  test.each([
    ['Jane.Doe+shop@GoogleMail.com', 'janedoe@gmail.com'],
    ['j.a.n.e@gmail.com', 'jane@gmail.com'],
    ['jane.+tag@gmail.com', 'jane@gmail.com'],
    ['jane.doe+shop@outlook.com', 'jane.doe@outlook.com'],
    ['jane-shop@yahoo.com', 'jane@yahoo.com'],
    ['jane-shop@yahoo.co.uk', 'jane@yahoo.co.uk'],
    ['jane+x@me.com', 'jane@icloud.com'],
    ['jane@mac.com', 'jane@icloud.com'],
    ['Jane_Doe-1.2+x@protonmail.com', 'janedoe12@proton.me'],
    ['jane.doe@ya.ru', 'jane-doe@yandex.ru'],
    ['shop@jane.fastmail.com', 'jane@fastmail.com'],
    ['jane+shop@fastmail.com', 'jane@fastmail.com'],
    ['jane+a+b@acme.com', 'jane@acme.com'],
    ['jane+x@bücher.de', 'jane@xn--bcher-kva.de'],
    ['jürgen+x@acme.com', 'jürgen@acme.com'],
  ])('%s is %s', (address, normalized) => {
    expect(normalize(address)).toEqual({ normalized, alias: true })
  })

  test.each([
    ['JANE@ACME.COM', 'jane@acme.com'],
    ['"jane"@acme.com', 'jane@acme.com'],
    ['jane.doe@outlook.com', 'jane.doe@outlook.com'],
    ['jane-doe@outlook.com', 'jane-doe@outlook.com'],
    ['jane.doe@yahoo.com', 'jane.doe@yahoo.com'],
    ['jane-doe@acme.com', 'jane-doe@acme.com'],
    ['jane.doe@icloud.com', 'jane.doe@icloud.com'],
    ['jane@mail.fastmail.example.com', 'jane@mail.fastmail.example.com'],
    ['"jane doe+x"@acme.com', '"jane doe+x"@acme.com'],
    ['+tag@gmail.com', '+tag@gmail.com'],
    ['-tag@yahoo.com', '-tag@yahoo.com'],
    ['___@proton.me', '___@proton.me'],
    ['jane.+tag@acme.com', 'jane.+tag@acme.com'],
  ])('%s is no alias', (address, normalized) => {
    expect(normalize(address)).toEqual({ normalized, alias: false })
  })
})

test('Every domain of Yahoo and Fastmail on the list of providers has its rules', () => {
  const providers = readFileSync('schema/lists/curated/providers.txt', 'utf8').split('\n')
  const listed = providers.filter((line) => /^\S+ (yahoo|fastmail)\b/.test(line)).map((line) => line.split(' ')[0])
  expect(listed.filter((domain) => !PROVIDER_FORMS.has(domain ?? ''))).toEqual([])
})

test('The normal form of any address is a valid address and its own normal form', () => {
  const local = fc.stringMatching(/^[a-z+._-]{1,12}$/)
  const domain = fc.constantFrom(
    'acme.com',
    'shop.acme.com',
    'jane.fastmail.com',
    '[192.0.2.1]',
    ...PROVIDER_FORMS.keys(),
  )
  fc.assert(
    fc.property(local, domain, (name, host) => {
      const parsed = parseMailbox(`${name}@${host}`)
      fc.pre(parsed.ok)
      const { normalized } = normalizeAddress(parsed.mailbox)
      expect(normalize(normalized)).toEqual({ normalized, alias: false })
    }),
  )
})
