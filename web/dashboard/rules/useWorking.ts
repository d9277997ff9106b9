// The rules as they are being edited: kept while other views are shown, and until they are saved or given up.
import { useMemo, useState } from 'preact/hooks'
import { useAction, useSession } from '../api/hooks.js'
import type { RulesQuery } from '../api/operations.generated.js'
import { ApiError, sendRest } from '../api/request.js'
import { bodyOf, type EditedRule, edited, jsonOf, type PlacedProblem, place, readText, textOf } from './edited.js'
import { isObject } from './language.js'

type AccountRules = NonNullable<RulesQuery['rules']>

interface Working {
  readonly rules: readonly EditedRule[]
  /** What is typed, while the rules are edited as JSON. */
  readonly text?: string | undefined
  readonly problems: readonly PlacedProblem[]
  /** The rules of the service that the work began with, and those that are edited, as text. */
  readonly of: AccountRules
  readonly start: string
}

/** By account: an expired key takes nothing with it. */
const working = new Map<string, Working>()

addEventListener('beforeunload', (event) => {
  if ([...working.values()].some(isChanged)) event.preventDefault()
})

/** What is edited unless something is already: the draft, or the live rules. */
function startOf(known: AccountRules): Working {
  const rules = (known.draft ?? known.live).rules.map((rule) => edited(jsonOf(rule)))
  return { rules, problems: [], of: known, start: textOf(rules) }
}

/** What has been changed stays; otherwise what the service has by now, as the same objects if it says the same. */
function current(before: Working | undefined, fresh: Working): Working {
  if (!before) return fresh
  if (before.of === fresh.of || isChanged(before)) return before
  return before.start === fresh.start ? { ...before, of: fresh.of } : fresh
}

const isChanged = ({ rules, text, start }: Working): boolean => (text ?? textOf(rules)) !== start

export interface Work {
  readonly rules: readonly EditedRule[]
  readonly text: string | undefined
  /** Those whose part is still as it was when it was refused. */
  readonly problems: readonly PlacedProblem[]
  readonly changed: boolean
  /** Whether the service has other rules by now than those that this work began with. */
  readonly overtaken: boolean
  readonly busy: boolean
  readonly error: string | undefined
  readonly setRules: (rules: readonly EditedRule[]) => void
  readonly setText: (text: string) => void
  /** Changes between the form and JSON. */
  readonly toggleText: () => void
  /** Goes back to what the service has. */
  readonly discard: () => void
  /** Resolves to whether the draft was saved. */
  readonly save: () => Promise<boolean>
}

/** @param onSaved loads the rules of the service again */
export function useWorking(account: string, known: AccountRules, onSaved: () => void): Work {
  const { key } = useSession()
  const [, render] = useState(0)
  const [unreadable, setUnreadable] = useState<string>()
  const saving = useAction((_, rules: readonly EditedRule[]) => putDraft(rules, key!))

  const fresh = useMemo(() => startOf(known), [known])
  const work = current(working.get(account), fresh)
  working.set(account, work)
  const changed = isChanged(work)

  const set = (next: Partial<Working>): void => {
    setUnreadable(undefined)
    working.set(account, { ...(working.get(account) ?? work), ...next })
    render((count) => count + 1)
  }

  /** The rules in either form; undefined if what is typed cannot be read. */
  function read(): readonly EditedRule[] | undefined {
    if (work.text === undefined) return work.rules
    try {
      return readText(work.text, work.rules)
    } catch (error) {
      setUnreadable((error as Error).message)
      return undefined
    }
  }

  const parts = partsOf(work.rules.map(({ json }) => json))
  return {
    rules: work.rules,
    text: work.text,
    problems: work.problems.filter(({ part }) => part === undefined || parts.has(part)),
    changed,
    overtaken: changed && work.of !== known && work.start !== fresh.start,
    busy: saving.busy,
    error: unreadable ?? saving.error,
    setRules: (rules) => set({ rules }),
    setText: (text) => set({ text }),
    toggleText() {
      if (work.text === undefined) return set({ text: textOf(work.rules) })
      const rules = read()
      if (rules) set({ rules, text: undefined })
    },
    discard: () => set({ ...fresh, ...(work.text !== undefined && { text: fresh.start }) }),
    async save() {
      const rules = read()
      if (!rules) return false
      const saved = await saving.run(rules)
      if (saved === undefined) return false
      // What was typed while it was being saved stays.
      const present = working.get(account)
      const isSame = present?.rules === work.rules && present.text === work.text
      if ('problems' in saved) {
        set({ ...(isSame && { rules }), problems: place(saved.problems, rules) })
        return false
      }
      // In their normal form, and known by the same keys.
      const normal = saved.rules.map((json, index) => ({ ...(rules[index] ?? edited(json)), json }))
      const start = textOf(normal)
      const shown = { rules: normal, ...(work.text !== undefined && { text: start }) }
      set({ ...(isSame && shown), problems: [], of: known, start })
      onSaved()
      return true
    },
  }
}

/** Over REST, which accepts the largest sets. Rules that are refused are no failure: their problems are shown where they are. */
async function putDraft(rules: readonly EditedRule[], key: string) {
  const request = {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bodyOf(rules)),
  }
  try {
    return await sendRest<{ readonly rules: readonly EditedRule['json'][] }>('/v1/rules/draft', request, key)
  } catch (error) {
    if (!(error instanceof ApiError) || error.problems.length === 0) throw error
    return { problems: error.problems }
  }
}

/** All objects within a value. */
function partsOf(value: unknown, found = new Set<object>()): ReadonlySet<object> {
  if (isObject(value)) found.add(value)
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) partsOf(part, found)
  return found
}
