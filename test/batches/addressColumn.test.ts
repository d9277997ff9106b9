// Which column of a list has its addresses, as a person would see it.
import { describe, expect, test } from '@jest/globals'
import { uploaded } from './uploads.js'

const columnOf = async (...headers: string[]) => {
  const row = headers.map((_, index) => `a${index}@example.com`)
  const { dialect, names } = await uploaded(`${headers.join(';')}\n${row.join(';')}\n`)
  expect(names[0]).toBe(headers[dialect.column])
  return headers[dialect.column]
}

describe('of several columns with addresses', () => {
  test.each([
    ['Recovery Email', 'Billing Email', 'Email', 'Primary Email'],
    ['Referrer Email', 'Secondary Email', 'Work Email'],
    ['Email 2', 'Email 1'],
    ['Manager Email', 'Email Address'],
    ['Rechnungs-E-Mail', 'E-Mail-Adresse'],
    ['E-Mail des Werbers', 'Zweite E-Mail', 'E-Mail'],
    ['E-mail de facturation', 'Adresse électronique'],
    ['Email du parrain', 'Courriel'],
    ['Correo de facturación', 'Correo de recuperación', 'Correo electrónico'],
    ['E-mail de recuperação', 'Endereço de e-mail'],
    ['E-mail di fatturazione', 'Indirizzo e-mail'],
    ['Factuur e-mail', 'E-mailadres'],
    ['E-mail do faktury', 'Zapasowy e-mail', 'Adres e-mail'],
    ['shipping_email', 'customer_email'],
    ['Assigned To Email', 'Contact Email'],
    ['E-Mail Betreuer', 'Rückfrage E-Mail', 'E-Mail Kunde'],
    ['Mail du commercial', 'Mail du client'],
    ['E-mail opiekuna', 'E-mail klienta'],
    ['E-mail do responsável', 'E-mail do cliente'],
    ['Email del responsabile', 'Email del cliente'],
    ['E-mail ouder', 'E-mail vertegenwoordiger', 'E-mail klant'],
    ['WindowsEmailAddress', 'PrimarySmtpAddress'],
    ['E-Mail des Inhabers', 'Kontakt E-Mail'],
    ['Owner', 'emailaddress1'],
    ['emailaddress2', 'emailaddress1'],
    ['Owner', 'Courrier électronique'],
    ['Owner', 'E-postadress'],
    ['Owner', 'Sähköpostiosoite'],
    ['Owner', 'E-mailová adresa'],
    ['Owner', 'メールアドレス'],
    ['Owner', '이메일'],
    ['Owner', 'Имейл'],
    ['Owner', 'Adres mailowy'],
    ['Owner', 'E-mailcím'],
    ['Owner', 'El. paštas'],
    ['Owner', 'Електронна поща'],
    ['Owner', '邮箱地址'],
    ['Owner', '電子メール'],
    ['Główny e-mail', 'Inny e-mail'].reverse() as [string, string],
  ])('the one to write to is chosen, not %s', async (...headers: string[]) =>
    expect(await columnOf(...headers)).toBe(headers.at(-1)),
  )

  test('the content decides where headers say nothing', async () => {
    expect(
      (await uploaded('Who,Contact,Twitter\nAda,ada@example.com,@ada\nBob,bob@example.com,@bob\n')).emails,
    ).toEqual(['ada@example.com', 'bob@example.com'])
    const owned = 'Owner,Contact\nsue@example.com,ada@example.com\nsue@example.com,bob@example.com\nsue@example.com,\n'
    expect((await uploaded(owned)).emails).toEqual(['ada@example.com', 'bob@example.com', null])
    expect((await uploaded('Email opt-in,Contact\nyes,ada@example.com\n')).emails).toEqual(['ada@example.com'])
    expect((await uploaded('Email status,Billing email,Contact\nok,b@example.com,ada@example.com\n')).emails).toEqual([
      'ada@example.com',
    ])
  })
})

describe('a column with the same address in each row', () => {
  const list = (header: string, row: (index: number) => string) =>
    [header, ...Array.from({ length: 120 }, (_, index) => row(index))].join('\n')

  test.each([
    ['User Email,Invitee Email', (index: number) => `host@example.com,u${index}@example.com`],
    ['Buyer email,Attendee email', (index: number) => `buyer@example.com,u${index}@example.com`],
    ['To Email Address,From Email Address', (index: number) => `shop@example.com,u${index}@example.com`],
  ])('is not the list: %s', async (header, row) =>
    expect((await uploaded(list(header, row))).dialect).toMatchObject({ column: 1, otherColumns: [0] }),
  )

  test('does not stand in for a column of addresses that begins empty', async () =>
    expect(
      (await uploaded(list('Owner,Email', (index) => `sue@example.com,${index < 110 ? '' : `u${index}@example.com`}`)))
        .dialect.column,
    ).toBe(1))

  test('is the list if its header says so, or if there is no other', async () => {
    expect(
      (await uploaded(list('Owner,Email', (index) => `o${index}@example.com,me@example.com`))).dialect.column,
    ).toBe(1)
    expect((await uploaded(list('Name,Contact', () => 'Ada,me@example.com'))).dialect.column).toBe(1)
  })
})

describe('a column of further addresses', () => {
  test('is not the list if a column without a name for it has more', async () => {
    const users = 'Alternate email addresses,User principal name\n,ada@example.com\nb@example.org,bob@example.com\n'
    expect((await uploaded(users)).emails).toEqual(['ada@example.com', 'bob@example.com'])
  })
})
