// The names that mail providers have in facts.
import { readCurated } from './curated.js'

interface ProviderNames {
  /** Whether an address can have a provider of this name. */
  has(name: string): boolean
  /** The provider with domains that are called so: "hotmail" is a name of "outlook", because it has hotmail.com. */
  byDomain(label: string): string | undefined
}

let names: ProviderNames | undefined

/** Read when they are first needed. Lists that are updated keep them. */
export function providerNames(): ProviderNames {
  names ??= read()
  return names
}

function read(): ProviderNames {
  const entries = ['providers', 'exchanges'].flatMap(readCurated).map((line) => line.split(' ') as [string, string])
  const known = new Set(entries.map(([, name]) => name))
  const byLabel = new Map<string, string>()
  for (const [domain, name] of entries) {
    const label = domain.split('.', 1)[0]!
    if (!byLabel.has(label)) byLabel.set(label, name)
  }
  return { has: (name) => known.has(name), byDomain: (label) => byLabel.get(label) }
}
