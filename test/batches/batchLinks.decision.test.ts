// Signed links to result files.
import { describe, expect, test } from '@jest/globals'
import { createLinks, type LinkProof } from '../../src/features/batches/link.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import fc from '../../testbed/fastCheck.js'
import { batchId } from '../../testbed/given/batchEvents.js'

const NOW = Date.UTC(2026, 10, 21, 9, 0, 0, 999)
const DAY_S = 24 * 60 * 60
const id = batchId('first')
const deriveKey = createKeyDerivation(Buffer.alloc(32, 7))

const at = (now: number) => createLinks({ deriveKey, clock: { now: () => now } })
const links = at(NOW)

/** The parameters of a link, as a client sends them. */
function proofOf(path: string): LinkProof {
  const { searchParams } = new URL(path, 'http://localhost')
  return { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature')! }
}
const proof = proofOf(links.pathOf(id))

describe('a link', () => {
  test('is the path of the download and needs no escaping', () =>
    expect(links.pathOf(id)).toMatch(
      new RegExp(`^/v1/batch/${id}/download\\?expires=\\d{10}&signature=[A-Za-z0-9_-]{43}$`),
    ))

  test('opens its batch for a day, to the second', () => {
    expect(proof.expires).toBe(Math.floor(NOW / 1_000) + DAY_S)
    expect(links.isGood(id, proof)).toBe(true)
    expect(at(proof.expires * 1_000 - 1).isGood(id, proof)).toBe(true)
    expect(at(proof.expires * 1_000).isGood(id, proof)).toBe(false)
  })

  test('opens it in every process with the same secret, and in no other', () => {
    expect(at(NOW + 1).isGood(id, proof)).toBe(true)
    const others = createLinks({ deriveKey: createKeyDerivation(Buffer.alloc(32, 8)), clock: { now: () => NOW } })
    expect(others.isGood(id, proof)).toBe(false)
  })

  test('opens no other batch', () => {
    expect(links.isGood(batchId('second'), proof)).toBe(false)
    expect(links.isGood(`${id}.`, proof)).toBe(false)
  })

  test.each([1, -1, DAY_S, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot be made to last longer or shorter: %d',
    (more) => expect(links.isGood(id, { ...proof, expires: proof.expires + more })).toBe(false),
  )

  test.each([
    ['none', ''],
    ['cut off', proof.signature.slice(0, -1)],
    ['longer', `${proof.signature}A`],
    ['of another spelling', `${proof.signature}=`],
    ['with something in it that is not base64url', `${proof.signature.slice(0, 20)}!${proof.signature.slice(20)}`],
    ['with a space', `${proof.signature} `],
    ['of other letters', 'é'.repeat(43)],
    ['all the same', 'A'.repeat(43)],
  ])('with a signature that is %s opens nothing', (_, signature) =>
    expect(links.isGood(id, { ...proof, signature })).toBe(false),
  )

  test('with any character changed opens nothing', () =>
    fc.assert(
      fc.property(
        fc.nat({ max: proof.signature.length - 1 }),
        fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.%'),
        (place, character) => {
          const signature = proof.signature.slice(0, place) + character + proof.signature.slice(place + 1)
          expect(links.isGood(id, { ...proof, signature })).toBe(signature === proof.signature)
        },
      ),
      { numRuns: 1_000 },
    ))
})
