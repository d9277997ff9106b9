/** What a download can be limited to: results of a kind, or the first row of each person. */
export const RESULT_KINDS = ['deliverable', 'risky', 'invalid', 'unknown', 'unique'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]
