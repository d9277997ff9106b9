import type { Reading } from '../../../eventing/eventing.js'
import type { Caller } from '../../accounts/index.js'
import { cursorOf, placeOf } from '../internal/cursors.js'
import { ruleSets } from '../projections/ruleSets.js'
import { NO_RULES, rules } from '../projections/rules.js'

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
  /** Pagination cursor after each version. */
  readonly cursors: readonly string[]
  /** Number of versions on all pages. */
  readonly total: number
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
    if (sandbox) return { versions: [], cursors: [], total: 0, nextCursor: null }
    await eventing.waitForHead([rules.name, ruleSets.name])
    const { live, versions: total } = (await eventing.read(rules).get(owner))?.document ?? NO_RULES
    const { items, next } = await eventing.read(ruleSets).find({
      index: 'byOwner',
      equals: { owner },
      ...(before !== undefined && { range: { to: before } }),
      limit,
      reverse: true,
    })
    const versions = items.map(({ document: { version, at, count } }) => {
      return { version, activatedAt: at, rules: count, live: version === live.version }
    })
    const cursors = versions.map(({ version }) => cursorOf(list, version))
    return { versions, cursors, total, nextCursor: next === undefined ? null : (cursors.at(-1) ?? null) }
  }
