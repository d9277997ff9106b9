// What the spelling of a valid address says against it.
import { describe, expect, test } from '@jest/globals'
import { isMixedScript } from '../../../src/features/verification/engine/confusables/scripts.js'
import { imitatedDomain, isConfusableDomain } from '../../../src/features/verification/engine/confusables.js'
import { MAILBOX_RULES } from '../../../src/features/verification/engine/mailboxRules/providers.js'
import { isPossibleMailbox } from '../../../src/features/verification/engine/mailboxRules.js'
import { toAscii } from '../../../src/features/verification/engine/syntax/idna.js'
import fc from '../../../testbed/fastCheck.js'

describe('UTS #39', () => {
  test.each(['jаne', 'аda', 'gοogle', 'раypal', 'jaոe', 'ᴊаne', 'ラtin한'])('%s mixes scripts', (text) =>
    expect(isMixedScript(text)).toBe(true),
  )
  test.each([
    'jane',
    'jürgen',
    'иван',
    'иван.smith',
    'μαρία',
    '東京tokyo',
    'カナkanaかな',
    '한글abc',
    'محمد٣',
    'สมชาย',
    'ada1',
    '😀',
  ])('%s does not', (text) => expect(isMixedScript(text)).toBe(false))

  const isKnown = (name: string) => ['gmail.com', 'web.de', 'seznam.cz'].includes(name)
  const asciiOf = (name: string): string => {
    const converted = toAscii(name)
    return 'ascii' in converted ? converted.ascii : ''
  }
  const imitated = (name: string) => imitatedDomain(asciiOf(name), isKnown)
  const confusable = (name: string) => imitated(name) !== undefined || isConfusableDomain(asciiOf(name))
  test.each(['gmаil.com', 'gmáil.com', 'gmaıl.com', 'wéb.de', 'аррӏе.com', 'сосо.net', 'mail.gmаil.com', 'οοο.org'])(
    '%s looks like another domain',
    (name) => expect(confusable(name)).toBe(true),
  )
  test.each([
    'münchen.de',
    'пример.рф',
    'оса.рф',
    'оса.ru',
    'пример.com',
    '例え.jp',
    'παράδειγμα.ελ',
    'straße.de',
    'café.fr',
  ])('%s does not', (name) => expect(confusable(name)).toBe(false))
  test.each([
    ['gmаil.com', 'gmail.com'],
    ['wéb.de', 'web.de'],
    ['ɢmail.com', 'gmail.com'],
    ['sᴇᴢɴᴀᴍ.cz', 'seznam.cz'],
    ['mail.gmаil.com', undefined],
    ['аррӏе.com', undefined],
    ['gmail.com', undefined],
  ])('%s imitates the known domain %s', (name, known) => expect(imitated(name)).toBe(known))
  test('holds for any text, without an error', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(typeof isMixedScript(text)).toBe('boolean'))))
})

describe('names that providers give to mailboxes', () => {
  const possible = (address: string, provider: string) => {
    const at = address.lastIndexOf('@')
    return isPossibleMailbox(provider, address.slice(at + 1), address.slice(0, at))
  }
  test.each([
    ['gmail', "john_doe@gmail.com john-doe@gmail.com ab@gmail.com a.b@gmail.com o'neil@gmail.com +tag@gmail.com"],
    ['gmail', `${'a'.repeat(31)}@gmail.com`],
    ['outlook', "a#b@outlook.com o'neil@hotmail.com"],
    ['yahoo', 'ab@yahoo.com jane!doe@yahoo.com'],
    ['icloud', 'ab@icloud.com a&b@me.com'],
    ['yandex', 'jane_doe@yandex.ru 1jane@yandex.ru jane-@yandex.ru jane--doe@ya.ru'],
    ['mail.ru', '-jane@mail.ru jane.@mail.ru'],
    ['qq', '1234@qq.com 012345@qq.com 123456789012@qq.com'],
    ['netease', 'jane@163.com 23812345678@126.com'],
    ['naver', 'jane.doe@naver.com jane@naver.com'],
    ['aol', '1jane@aol.com 71234@compuserve.com 71239.5678@compuserve.com 71234.5678.1@cs.com'],
  ])('%s gives no one: %s', (provider, addresses) => {
    expect(addresses.split(' ').filter((address) => possible(address, provider))).toEqual([])
  })
  test.each([
    ['gmail', 'ada@gmail.com john.doe@gmail.com JohnDoe1@gmail.com j.o.h.n.d.o@gmail.com abcdef+x_y-z@gmail.com'],
    ['gmail', `${'a.'.repeat(29)}a@gmail.com`],
    ['outlook', 'a@outlook.com jane_doe-1.2@hotmail.com 12345@hotmail.com'],
    ['yahoo', 'jane@yahoo.com jane-shop@yahoo.com jane.r_oe1@ymail.com'],
    ['yandex', 'jane@yandex.ru jane.doe-1@ya.ru 79161234567@yandex.ru'],
    ['qq', '12345@qq.com jane.doe@qq.com ab_@vip.qq.com'],
    ['netease', 'jane_doe@163.com 13812345678@163.com x@vip.163.com'],
    ['aol', 'jane@aol.com 71234.567@compuserve.com 100123.4567@compuserve.com janeroe@cs.com'],
    ['unheard-of', '!@acme.com'],
  ])('%s may have given: %s', (provider, addresses) => {
    expect(addresses.split(' ').filter((address) => !possible(address, provider))).toEqual([])
  })
  test('every rule has a source and a date', () => {
    for (const { source, asOf } of MAILBOX_RULES.values()) {
      expect(source.length).toBeGreaterThan(20)
      expect(asOf).toMatch(/^20\d\d-\d\d$/)
    }
  })
})
