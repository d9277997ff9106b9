// Values that no address has, although they look like one: the names of providers and public suffixes are closed lists.
import { providerNames } from '../../verification/index.js'
import type { Test } from './rule.js'
import { suffixOf } from './suffix.js'

/** Why a test can never hold, in words that follow a colon; undefined if one of its values is known. */
export function whyAbsent({ fact, op, value }: Test): string | undefined {
  if ((fact !== 'provider' && fact !== 'suffix') || (op !== 'eq' && op !== 'in')) return undefined
  const values = [value].flat() as string[]
  const nearest = fact === 'provider' ? providerMeant : suffixMeant
  const meant = values.map(nearest)
  const [first] = values
  if (meant.some((each, at) => each === values[at])) return undefined
  const hint = meant[0] === undefined ? '' : `; did you mean "${meant[0]}"?`
  return `no ${fact === 'provider' ? 'mail provider' : 'public suffix'} is called "${first}"${hint}`
}

/** The name itself if there is such a provider, or the one that has domains of that name. */
const providerMeant = (name: string): string | undefined =>
  providerNames().has(name) ? name : providerNames().byDomain(name)

const suffixMeant = (name: string): string | undefined => suffixOf(name) ?? undefined
