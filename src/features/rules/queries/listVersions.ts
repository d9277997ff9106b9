import type { Reading } from '../../../eventing/eventing.js'
import type { Caller } from '../../accounts/index.js'
import { cursorOf, placeOf } from '../internal/cursors.js'
import { ruleSets } from '../projections/ruleSets.js'
import { rules } from '../projections/rules.js'

interface VersionRow {
  readonly version: number
  readonly activatedAt: string
  /** Number of rules. */
  readonly rules: number
  readonly live: boolean
}

export interface VersionPage {
  /** Newest first. */
  readonly versions: readonly VersionRow[]
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/**
 * The versions of the caller's rules, newest first. None for a sandbox key.
 * @param page `cursor`: `nextCursor` of the page before
 * @throws Failure VALIDATION_ERROR if the cursor does not belong to this list
 */
export type ListVersions = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) => Promise<VersionPage>

export const createListVersions =
  ({ eventing }: { readonly eventing: Reading }): ListVersions =>
  async ({ account: owner, sandbox }, { limit, cursor }) => {
    const list = `${owner} ${sandbox} versions of rules`
    const before = cursor === undefined ? undefined : placeOf(list, cursor)
    if (sandbox) return { versions: [], nextCursor: null }
    await eventing.waitForHead([rules.name, ruleSets.name])
    const live = (await eventing.read(rules).get(owner))?.document.live.version
    const { items, next } = await eventing.read(ruleSets).find({
      index: 'byOwner',
      equals: { owner },
      ...(before !== undefined && { range: { to: before } }),
      limit,
      reverse: true,
    })
    const versions = items.map(({ document: { version, at, count } }) => {
      return { version, activatedAt: at, rules: count, live: version === live }
    })
    const last = versions.at(-1)
    return { versions, nextCursor: next !== undefined && last ? cursorOf(list, last.version) : null }
  }
