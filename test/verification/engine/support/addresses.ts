import fc from '../../../../testbed/fastCheck.js'

const CHARS = [
  ...'abzAZ09.@"\\-_+ ()<>[]:,;!#$\t\0\r\n',
  ...'éüßÄΩΣςİıȺשא中😀ｆ。．＠',
  '\u0301',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00a0',
  '\u00ad',
  '\u212a',
  '\u037e',
  '\ud800',
  '\udc00',
  '\ufeff',
  'xn--',
  'IPv6:',
  '::',
]

const char = fc.constantFrom(...CHARS)

/** Strings of characters that are special in addresses. */
export const noise = fc.array(char, { maxLength: 40 }).map((chars) => chars.join(''))

const letters = fc
  .array(fc.constantFrom(...'abcXYZ0189éüÄΩΣİȺ中א😀'), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(''))
const atoms = fc.array(letters, { minLength: 1, maxLength: 3 }).map((all) => all.join('.'))
const quoted = fc
  .array(fc.constantFrom(...'abC .@()<>é中!', '\\"', '\\\\', '\\a', '\\ '), { maxLength: 15 })
  .map((all) => `"${all.join('')}"`)
const label = fc.constantFrom(
  'x',
  'Example',
  'münchen',
  'MÜNCHEN',
  '例子',
  'пример',
  'faß',
  'xn--mnchen-3ya',
  'a-b',
  '9',
)
const names = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
const literals = fc.oneof(
  fc.ipV4().map((address) => `[${address}]`),
  fc.ipV6().map((address) => `[IPv6:${address}]`),
)

/** Mostly valid addresses of all forms, and some noise. */
export const address = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(fc.oneof(atoms, quoted), fc.oneof(names, literals)).map((parts) => parts.join('@')),
  },
  { weight: 2, arbitrary: fc.tuple(noise, names).map((parts) => parts.join('@')) },
  { weight: 1, arbitrary: noise },
)
