// Results that arrive piece by piece, whole or cut off.
import { describe, expect, test } from '@jest/globals'
import { parseLines } from '../../src/client/responses.js'
import { parseItems } from '../../src/client/resultItems.js'
import fc from '../../testbed/fastCheck.js'

/** The text in pieces of the given lengths, repeated; cut anywhere, also inside of escapes. */
async function* cut(text: string, lengths: readonly number[]): AsyncGenerator<string> {
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const length = lengths[turn % lengths.length]!
    yield text.slice(at, at + length)
    at += length
  }
}

async function collect(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const value of values) all.push(value)
  return all
}

const items = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()))
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })

describe('however a response is cut into pieces,', () => {
  test('the items of its array are those of the whole document', async () => {
    await fc.assert(
      fc.asyncProperty(items, lengths, fc.string(), async (results, sizes, id) => {
        const document = `\n${JSON.stringify({ id, results, stats: { t: 1, v: 0 } }, null, 1)}\r\n`
        expect(await collect(parseItems(cut(document, sizes)))).toEqual(JSON.parse(document).results)
      }),
    )
  })

  test('a document that ends too early is an error, after the items that arrived', async () => {
    await fc.assert(
      fc.asyncProperty(items, lengths, fc.nat(), async (results, sizes, end) => {
        const document = JSON.stringify({ id: 'b', results })
        const part = cut(document.slice(0, end % document.length), sizes)
        await expect(collect(parseItems(part))).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
      }),
    )
  })

  test.each([
    ['UNEXPECTED_RESPONSE', parseItems, '\n<!doctype html><style>p { margin: 0 }</style><p>Sign in'],
    ['UNEXPECTED_RESPONSE', parseItems, '{"results":[{oops}]}'],
    ['UNEXPECTED_RESPONSE', parseLines, '<!doctype html>\n<p>Sign in\n'],
  ])('another document is the error %s', async (code, parse, document) => {
    await expect(collect(parse(cut(document, [3])))).rejects.toMatchObject({ name: 'MailproofError', code })
  })

  test('its lines are those of the whole text, with and without a final line break', async () => {
    await fc.assert(
      fc.asyncProperty(items, lengths, fc.constantFrom('', '\n'), async (rows, sizes, end) => {
        const lines = rows.map((row) => JSON.stringify(row))
        const parsed = await collect(parseLines(cut(lines.join('\n') + end, sizes)))
        expect(parsed).toEqual(lines.map((line) => JSON.parse(line)))
      }),
    )
  })
})
