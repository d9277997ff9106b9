// What is counted of the cells of a list.
import { expect, test } from '@jest/globals'
import { createCellCounter } from '../../src/features/batches/input/cell/cellCounter.js'

test.each([
  'jane@例子。公司',
  'jane@例子．公司',
  'jane@例子｡公司',
  '"a\\"b"@example.com',
  '"\\\\"@example.com',
  '""@example.com',
  'jane@l·l.example',
  'ローマ@ローマ・字.jp',
  'jane@[IPv6:2001:db8::1]',
])('an address is no other text: %s', (address) => {
  const counter = createCellCounter()
  expect(counter.read(address)).toBe(address)
  expect(counter.counts().otherText).toBe(0)
})
