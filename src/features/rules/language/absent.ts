// Values that no address has, although they look like one: the names of providers and public suffixes are closed lists.
import { isDelegated, providerNames } from '../../verification/index.js'
import type { Test } from './rule.js'
import { suffixOf } from './suffix.js'

/** Why a test does not hold, in words that follow a colon; undefined if it may. */
export type WhyAbsent = (test: Test) => string | undefined

/** Why a test can never hold. */
export const whyAbsent: WhyAbsent = (test) => why(test, (suffix) => suffixOf(suffix) === suffix)

/** The same, and why it holds only of domains with an ending that does not exist, which are mistyped or of private networks. */
export const whyUnlisted: WhyAbsent = (test) =>
  why(test, (suffix) => suffixOf(suffix) === suffix && isDelegated(suffix))

function why({ fact, op, value }: Test, isSuffix: (name: string) => boolean): string | undefined {
  if ((fact !== 'provider' && fact !== 'suffix') || (op !== 'eq' && op !== 'in')) return undefined
  const values = [value].flat() as string[]
  const first = values[0]!
  if (values.some(fact === 'provider' ? providerNames().has : isSuffix)) return undefined
  const meant = fact === 'provider' ? providerNames().byDomain(first) : suffixMeant(first)
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return `no ${fact === 'provider' ? 'mail provider' : 'public suffix'} is called "${first}"${hint}`
}

function suffixMeant(name: string): string | undefined {
  const suffix = suffixOf(name)
  return suffix !== null && isDelegated(suffix) ? suffix : undefined
}
