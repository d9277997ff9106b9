// Rules and lists as their owner sees them.

import type { Rules } from '../language/rule.js'
import { type Warning, warningsOf } from '../language/warnings.js'

/** The rules in force. */
export interface LiveView {
  /** 0 before the first activation. */
  readonly version: number
  /** Since when this version is in force, ISO 8601; null before the first activation. */
  readonly since: string | null
  readonly rules: Rules
  readonly warnings: readonly Warning[]
}

export interface DraftView {
  readonly updatedAt: string
  readonly rules: Rules
  readonly warnings: readonly Warning[]
}

export interface RulesView {
  readonly live: LiveView
  readonly draft: DraftView | undefined
}

export const draftView = (rules: Rules, updatedAt: string): DraftView => ({
  updatedAt,
  rules,
  warnings: warningsOf(rules),
})

export const liveView = (rules: Rules, live: Pick<LiveView, 'version' | 'since'>): LiveView => ({
  ...live,
  rules,
  warnings: warningsOf(rules),
})
