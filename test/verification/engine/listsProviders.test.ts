// Curated lists name the provider of a domain or mail exchange, and say which are free, major or reserved.
import { describe, expect, test } from '@jest/globals'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { readCurated } from '../../../src/features/verification/lists/curated.js'

const lists = loadLists()

describe('the provider by email domain', () => {
  test('is found for every kind of provider', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['gmail.com', 'gmail'],
      ['googlemail.com', 'gmail'],
      ['hotmail.co.uk', 'outlook'],
      ['live.nl', 'outlook'],
      ['msn.com', 'outlook'],
      ['yahoo.fr', 'yahoo'],
      ['ymail.com', 'yahoo'],
      ['yahoo.co.jp', 'yahoo_japan'],
      ['me.com', 'icloud'],
      ['pm.me', 'proton'],
      ['gmx.at', 'gmx'],
      ['web.de', 'web.de'],
      ['bk.ru', 'mail.ru'],
      ['ya.ru', 'yandex'],
      ['qq.com', 'qq'],
      ['126.com', 'netease'],
      ['sent.com', 'fastmail'],
      ['techie.com', 'mail.com'],
    ]
    expect(rows.map(([domain]) => [domain, lists.domainFacts(domain).provider])).toEqual(rows)
  })

  test('is unknown for other domains', () => {
    const rows = ['company.example.net', 'mail.gmail.com', 'gmail.com.br', 'notgmail.com', '']
    expect(rows.filter((domain) => lists.domainFacts(domain).provider !== undefined)).toEqual([])
  })

  test('no curated provider is disposable, a relay, reserved, or a typo', () => {
    for (const line of readCurated('providers')) {
      const [domain = ''] = line.split(' ')
      const { disposable, privacyRelay, meant, reserved, provider } = lists.domainFacts(domain)
      expect({ domain, disposable, privacyRelay, meant, reserved, named: provider !== undefined }).toEqual({
        domain,
        disposable: undefined,
        privacyRelay: false,
        meant: undefined,
        reserved: false,
        named: true,
      })
    }
  })
})

describe('the provider by mail exchange', () => {
  test('is found for every operator', () => {
    const rows: readonly (readonly [string, string])[] = [
      ['gmail-smtp-in.l.google.com', 'gmail'],
      ['alt3.gmail-smtp-in.l.google.com', 'gmail'],
      ['aspmx.l.google.com', 'google_workspace'],
      ['aspmx2.googlemail.com', 'google_workspace'],
      ['hotmail-com.olc.protection.outlook.com', 'outlook'],
      ['contoso-com.mail.protection.outlook.com', 'microsoft365'],
      ['contoso-com.i-v1.mx.microsoft', 'microsoft365'],
      ['mta6.am0.yahoodns.net', 'yahoo'],
      ['mx-aol.mail.gm0.yahoodns.net', 'aol'],
      ['mx01.mail.icloud.com', 'icloud'],
      ['mailsec.protonmail.ch', 'proton'],
      ['in1-smtp.messagingengine.com', 'fastmail'],
      ['mx2.zoho.eu', 'zoho'],
      ['mx00.gmx.net', 'gmx'],
      ['mxs.mail.ru', 'mail.ru'],
      ['mx.yandex.net', 'yandex'],
      ['mx3.qq.com', 'qq'],
      ['163mx01.mxmail.netease.com', 'netease'],
      ['MX1.NAVER.COM.', 'naver'],
      ['mx1.larksuite.com', 'lark'],
      ['mx2.feishu.cn', 'lark'],
      ['contoso-com.mail.eo.outlook.com', 'microsoft365'],
      ['mx1.beget.com', 'beget'],
      ['mx1.timeweb.ru', 'timeweb'],
      ['mx01.lolipop.jp', 'lolipop'],
    ]
    expect(rows.map(([exchange]) => [exchange, lists.providerByExchange(exchange)])).toEqual(rows)
  })

  test('is unknown for a filter or unknown host', () => {
    const rows = [
      'eu-smtp-inbound-1.mimecast.com',
      'mx0a-00123456.pphosted.com',
      'd12345.ess.barracudanetworks.com',
      'mx1.company.example.net',
      'mail.notgoogle.com',
      'com',
      '.',
      '',
    ]
    expect(rows.filter((exchange) => lists.providerByExchange(exchange) !== undefined)).toEqual([])
  })
})

describe('a free provider', () => {
  test('includes every provider with free mailboxes', () => {
    const rows =
      'gmail.com yahoo.de outlook.fr icloud.com proton.me gmx.net web.de mail.ru qq.com naver.com rediffmail.com aol.com'.split(
        ' ',
      )
    expect(rows.filter((domain) => !lists.domainFacts(domain).free)).toEqual([])
  })

  test('excludes paid mailboxes, disposable domains, relays, companies and subdomains', () => {
    const rows = [
      ['fastmail.com', 'only sells mailboxes'],
      ['posteo.de', 'only sells mailboxes'],
      ['mailinator.com', 'is disposable, although lists of free providers contain it'],
      ['duck.com', 'is a relay, although a list of free providers contains it'],
      ['facebook.com', 'offers no mailboxes'],
      ['microsoft.com', 'is a company'],
      ['mail.gmail.com', 'is not a domain of the provider’s users'],
    ]
    expect(rows.filter(([domain = '']) => lists.domainFacts(domain).free)).toEqual([])
  })
})

describe('a major provider', () => {
  test('includes those for which a transient DNS error proves nothing', () => {
    const rows = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'aol.com', 'mail.ru', 'qq.com', 'gmx.de']
    expect(rows.filter((domain) => !lists.domainFacts(domain).major)).toEqual([])
  })

  test('does not include other domains', () => {
    const rows = ['company.example.net', 'mailinator.com', 'gmial.com', 'disroot.org']
    expect(rows.filter((domain) => lists.domainFacts(domain).major)).toEqual([])
  })
})

test.each(['example.com', 'mail.example.org', 'host.test', 'a.onion'])('%s is reserved and not on any list', (domain) =>
  expect(lists.domainFacts(domain)).toEqual({
    disposable: undefined,
    privacyRelay: false,
    free: false,
    provider: undefined,
    meant: undefined,
    confusable: false,
    reserved: true,
    major: false,
  }),
)
