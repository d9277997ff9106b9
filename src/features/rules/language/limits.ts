import { perAccount } from '../../../kernel/limits.js'

/** Bounds of a set of rules. Together with operators that take constant time, they bound the time of a decision. */
export const RULE_LIMITS = perAccount.rules
