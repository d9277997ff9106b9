// Disposable domains and privacy relays are found, and no real provider is taken for one.
import { describe, expect, test } from '@jest/globals'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'

const lists = loadLists()
const isDisposable = (domain: string) => lists.domainFacts(domain).disposable !== undefined

const SERVICES = `
  mailinator.com mailinator.net mailinator2.com notmailinator.com guerrillamail.com guerrillamail.net guerrillamail.org
  guerrillamail.biz guerrillamail.de guerrillamail.info guerrillamailblock.com grr.la pokemail.net spam4.me
  sharklasers.com 10minutemail.com 10minutemail.net 10minutemail.co.uk 20minutemail.com temp-mail.org temp-mail.io
  tempmail.com tempmail.plus tempmailo.com tempmail.ninja yopmail.com yopmail.fr yopmail.net cool.fr.nf jetable.fr.nf
  courriel.fr.nf nospam.ze.tc trashmail.com trashmail.de trashmail.net trash-mail.com throwawaymail.com getnada.com
  nada.email maildrop.cc dispostable.com mohmal.com emailondeck.com mailnesia.com moakt.com moakt.cc fakeinbox.com
  spamgourmet.com inboxkitten.com 1secmail.com 1secmail.net 1secmail.org wwjmp.com esiix.com mintemail.com
  discard.email discardmail.com mytemp.email tempail.com burnermail.io mailcatch.com mail.tm tempr.email 33mail.com
  dropmail.me emlhub.com mailsac.com minuteinbox.com emailfake.com generator.email mailpoof.com byom.de spambog.com
  wegwerfmail.de jetable.org anonbox.net e4ward.com mytrashmail.com tempinbox.com harakirimail.com armyspy.com
  temporarymail.com throwaway.email tempmail.lol priyo.email emlten.com temp.now 10minuteemail.com guerrillamail.co
  mailinbox.cc fakebox.org`
  .trim()
  .split(/\s+/)

describe('a well-known disposable service', () => {
  test('is found by its domain', () => expect(SERVICES.filter((domain) => !isDisposable(domain))).toEqual([]))

  test('is found through its subdomains', () => {
    const names = SERVICES.flatMap((domain) => [`inbox.${domain}`, `a.b.c.${domain}`])
    expect(names.filter((name) => !isDisposable(name))).toEqual([])
  })
})

describe('the match of a disposable domain', () => {
  test('names the entry and the lists that hold it', () =>
    expect(lists.domainFacts('mailinator.com').disposable).toEqual({
      entry: 'mailinator.com',
      sources: [
        'mailchecker',
        'disposable-email-domains',
        'disposable-email-domains/wildcards',
        'disposable-email-domains-js',
        'disposable-email-domains-community',
        'disposable',
      ],
    }))

  test('names the listed parent, not the subdomain that was looked up', () =>
    expect(lists.domainFacts('eu.inbox.yopmail.com').disposable?.entry).toBe('yopmail.com'))

  test('names the curated file as mailproof', () =>
    expect(lists.domainFacts('tempmail.com').disposable).toEqual({ entry: 'tempmail.com', sources: ['mailproof'] }))

  test('names only lists whose version and licence are recorded', () => {
    const stated = new Map(lists.sources.map((source) => [source.name, source]))
    for (const name of lists.domainFacts('mailinator.com').disposable?.sources ?? []) {
      expect(stated.get(name)?.version).toMatch(/^\d+[.-]\d+[.-]\d+$/)
      expect(stated.get(name)?.licence).toMatch(/^(MIT|CC0-1\.0)$/)
    }
  })
})

describe('a parent applies to a name only if both have one owner', () => {
  test('a listed customer of a dynamic DNS service does not affect other customers', () => {
    expect(isDisposable('msn-mail-free-8047.dynv6.net')).toBe(true)
    expect(isDisposable('a.msn-mail-free-8047.dynv6.net')).toBe(true)
    expect(isDisposable('somebody-else.dynv6.net')).toBe(false)
  })

  test('a public suffix is not disposable, nor is a name below it', () => {
    const suffixes = ['ddns.net', 'pp.ua', 'edu.pl', 'web.id', 'co.uk', 'com', 'eu.org']
    const names = suffixes.flatMap((suffix) => [suffix, `school-of-somewhere.${suffix}`])
    expect(names.filter(isDisposable)).toEqual([])
  })

  test('an open registry, which is not a public suffix, does not affect its customers', () => {
    const rows = ['uk.org', 'jp.com', 'vo.uk', 'co.cc', 'com.com']
    expect(rows.filter((suffix) => isDisposable(`school-of-somewhere.${suffix}`))).toEqual([])
  })

  test('a name that merely ends in the letters of an entry is not listed', () => {
    expect(isDisposable('notreallyyopmail.com')).toBe(false)
    expect(isDisposable('yopmail.com.example-company.org')).toBe(false)
  })
})

describe('a real provider is never disposable', () => {
  test('for any of the well-known ones', () => {
    const rows =
      `gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr ymail.com rocketmail.com outlook.com hotmail.com
    hotmail.co.uk live.com live.nl msn.com aol.com aol.de icloud.com me.com mac.com proton.me protonmail.com pm.me
    tutanota.com tuta.com tuta.io keemail.me gmx.com gmx.net gmx.de web.de mail.com email.com dr.com techie.com
    consultant.com fastmail.com fastmail.fm fastmail.name hey.com zoho.com mail.ru bk.ru inbox.ru list.ru yandex.ru
    yandex.com ya.ru rambler.ru qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com tom.com 21cn.com 139.com
    naver.com hanmail.net daum.net nate.com rediffmail.com sify.com orange.fr wanadoo.fr free.fr sfr.fr laposte.net
    libero.it virgilio.it tiscali.it alice.it t-online.de freenet.de arcor.de posteo.de mailbox.org seznam.cz wp.pl
    o2.pl onet.pl interia.pl ukr.net abv.bg inbox.lv uol.com.br bol.com.br terra.com.br globo.com comcast.net
    verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net btinternet.com sky.com
    virginmedia.com talktalk.net bigpond.com optusnet.com.au xtra.co.nz rogers.com shaw.ca telus.net videotron.ca
    hushmail.com hush.com runbox.com startmail.com mailfence.com disroot.org riseup.net lavabit.com sdf.org cock.li
    airmail.cc vfemail.net safe-mail.net vzwpix.com onet.com tlen.com daum.com yeah.com cdc.com smith.com spin.net
    mail.by libera.it icloud.com.cn i-cloud.com axisbank.co albtelecom.com`
        .trim()
        .split(/\s+/)
    expect(rows.filter((domain) => isDisposable(domain))).toEqual([])
  })

  test('even if a list contains it or might', () => {
    const rows = ['mit.edu', 'nus.edu.sg', 'news.hackney.gov.uk', 'nasa.gov', 'craigslist.org', 'test.com', 'angi.com']
    expect(rows.filter((domain) => isDisposable(domain))).toEqual([])
  })
})

describe('a privacy relay', () => {
  test("includes well-known relays with their users' subdomains, which are neither disposable nor free", () => {
    const relays =
      `duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co simplelogin.fr slmail.me aleeas.com
    8alias.com 8shield.net dralias.com silomails.com anonaddy.com anonaddy.me addy.io privaterelay.appleid.com
    passmail.net passmail.com passinbox.com passfwd.com opayq.com blurmail.net maskmail.net sale.craigslist.org
    hous.craigslist.org job.craigslist.org serv.craigslist.org comm.craigslist.org gigs.craigslist.org
    pers.craigslist.org res.craigslist.org`
        .trim()
        .split(/\s+/)
    const relay = { privacyRelay: true, disposable: undefined, free: false }
    for (const name of relays.flatMap((domain) => [domain, `someone.${domain}`])) {
      const { privacyRelay, disposable, free } = lists.domainFacts(name)
      expect({ name, privacyRelay, disposable, free }).toEqual({ name, ...relay })
    }
  })

  test('does not include other names', () => {
    const rows = ['gmail.com', 'firefox.com', 'appleid.com', 'mailinator.com', 'craigslist.org']
    expect(rows.filter((domain) => lists.domainFacts(domain).privacyRelay)).toEqual([])
  })
})
