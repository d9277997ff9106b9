// Which local parts belong to a function rather than to a person.
import { describe, expect, test } from '@jest/globals'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'

const { isRole } = loadLists()

describe('a role address', () => {
  test('includes the names of RFC 2142', () => {
    const rows =
      `info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp`.split(
        ' ',
      )
    expect(rows.filter((local) => !isRole(local))).toEqual([])
  })

  test('includes the names in common use', () => {
    const rows =
      `admin administrator contact help helpdesk billing jobs careers hr office team noreply no-reply mailer-daemon root
    press privacy legal dpo kontakt buero datenschutz vertrieb rechnung contato ventas comptabilite biuro
    board cto cfo coo cmo returns refunds refund suppliers sponsors donate cert csirt security-team audit auditor
    chairman chair moderator ticket status partnership csr client-services webshop contatti informazioni prensa ayuda
    kadry sprzedaz zakupy`
        .trim()
        .split(/\s+/)
    expect(rows.filter((local) => !isRole(local))).toEqual([])
  })

  test('is recognised in any case', () => {
    expect(isRole('PostMaster')).toBe(true)
    expect(isRole('SALES')).toBe(true)
  })

  test('is recognised with separated words', () => {
    const rows = ['customer.service', 'customer-service', 'help_desk', 'Web.Master', 'accounts.payable+eu']
    expect(rows.filter((local) => !isRole(local))).toEqual([])
  })

  test('is recognised with a tag', () => expect(isRole('support+eu-west')).toBe(true))

  test('is recognised for a country, a language or a region', () => {
    const rows = ['info.uk', 'info-de', 'sales.emea', 'support_fr', 'Kontakt.AT', 'press-apac']
    expect(rows.filter((local) => !isRole(local))).toEqual([])
  })

  test('is recognised in the languages of Europe', () => {
    const rows =
      `geschaeftsfuehrung kundenbetreuung achats candidatures pedidos rrhh recepcao ouvidoria acquisti preventivi receptie
    boekhouding ksiegowosc rekrutacja kundtjanst salg asiakaspalvelu obchod iroda ugyfelszolgalat bilgi satis zakaz buh`
        .trim()
        .split(/\s+/)
    expect(rows.filter((local) => !isRole(local))).toEqual([])
  })

  test('includes the -request address of any mailing list (RFC 2142 section 6)', () => {
    expect(isRole('gardeners-request')).toBe(true)
    expect(isRole('-request')).toBe(false)
  })
})

describe('not a role address', () => {
  test('for a person, a place, or only part of the local part', () => {
    const rows =
      `james maria alexa paris sydney berlin captain la pm ny 123 2024 abc music random john.smith infos.club post bills h.r c.e.o t.e.a.m
    my-sales supporter salesman info.maria +sales it.smith mark-it maria.uk uk .uk`
        .trim()
        .split(/\s+/)
    expect(rows.filter((local) => isRole(local))).toEqual([])
  })

  test('for hostile text', () => {
    const rows = ['', '+', 'constructor', '__proto__', `${'a'.repeat(1_000_000)}`, 'info\0', 'ｉｎｆｏ']
    expect(rows.filter((local) => isRole(local))).toEqual([])
  })
})
