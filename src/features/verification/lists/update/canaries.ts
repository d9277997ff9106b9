import type { Lists } from '../../engine/lists/lists.js'
import { readCuratedNames } from '../curated.js'
import { ListsRefused } from './refused.js'

const FILES = ['providers', 'relays', 'known', 'free', 'well-known']

/** Domains that no update may call disposable: providers, relays, and other well-known ones. */
export const readCanaries = (): ReadonlySet<string> =>
  new Set(FILES.flatMap((file) => [...readCuratedNames(file)]).filter((name) => !name.startsWith('*')))

/** Named in a message. */
const MAX_EXAMPLES = 3

/** Compares what two versions say of the protected domains. @throws ListsRefused */
export function checkCanaries(before: Lists, after: Lists): void {
  const turned: string[] = []
  for (const name of readCanaries()) {
    const [old, now] = [before.domainFacts(name), after.domainFacts(name)]
    if (now.disposable && !old.disposable) turned.push(name)
    else if (old.privacyRelay && !now.privacyRelay) turned.push(name)
  }
  if (turned.length === 0) return
  const more = turned.length > MAX_EXAMPLES ? ` and ${turned.length - MAX_EXAMPLES} more` : ''
  throw new ListsRefused(
    `They would call well-known domains disposable, or relays no relays: ${turned.slice(0, MAX_EXAMPLES).join(', ')}${more}.`,
  )
}
