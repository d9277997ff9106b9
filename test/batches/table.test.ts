// Where a table begins, as a person would see it; uneven rows, and people who repeat.
import { describe, expect, test } from '@jest/globals'
import { uploaded } from './uploads.js'

describe('a table', () => {
  test('loses no row if none has an address that is read', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `Ada Roe u${index}@example.com,,\n`).join('')
    expect((await uploaded(rows)).rows).toHaveLength(30)
  })

  test('begins below titles, dates and notes', async () => {
    const notes = 'Notes:\n"Some addresses may be missing, sorry."\n\n'
    const { dialect, emails } = await uploaded(
      `${notes}First Name,Last Name,Email Address\nAda,Lovelace,\nBob,Roe,bob@example.com\n`,
    )
    expect(dialect).toMatchObject({ linesBefore: 2, header: true, column: 2, emptyRows: 1 })
    expect(emails).toEqual([null, 'bob@example.com'])
  })

  test('of one column begins at the line that names it best', async () =>
    expect(await uploaded('Email list of May\nE-Mail\nada@example.com\n')).toMatchObject({
      dialect: { linesBefore: 1, header: true },
      emails: ['ada@example.com'],
    }))

  test('has a header without known names above rows that lack an address', async () =>
    expect(await uploaded('Name,Kontakt,Notiz\nAda,,no email yet\nBob,bob@example.com,x\n')).toMatchObject({
      dialect: { header: true, column: 1 },
      emails: [null, 'bob@example.com'],
    }))

  test('begins at the first row if the caller says that it has no header', async () =>
    expect((await uploaded('a title\nada@example.com\n', { hasHeader: false })).emails).toEqual([
      'a title',
      'ada@example.com',
    ]))
})

describe('rows of another length than the header', () => {
  test('are not verified; the file goes on', async () => {
    const { rows, cells } = await uploaded(
      'email,name\na@example.com,A\nb@example.com,Roe, Jane\nc@example.com\nd@example.com,D\ne@example.com,E,\n',
    )
    expect(rows.map(({ email, uneven = false }) => [email, uneven])).toEqual([
      ['a@example.com', false],
      [null, true],
      [null, true],
      ['d@example.com', false],
      ['e@example.com', false],
    ])
    expect(cells.uneven).toBe(2)
  })
})

describe('people', () => {
  test('with several addresses are counted once, their rows marked', async () => {
    const { people, distinct, rows } = await uploaded(
      [
        ...['jane.roe@gmail.com', 'janeroe@gmail.com', 'bob+a@example.com', 'bob@example.com', 'BOB@example.com'],
        ...['bob+a@example.com', 'eve@example.com', ''],
      ].join('\n'),
    )
    expect({ people, distinct }).toEqual({ people: { total: 3, repeated: 2, duplicates: 4 }, distinct: 5 })
    expect(rows.map(({ sameAs, alias = false }) => sameAs ?? alias)).toEqual([false, true, false, true, 3, 2, false])
  })
})
