/** Kinds of results by which a download can be filtered. */
export const RESULT_KINDS = ['deliverable', 'risky', 'invalid', 'unknown'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]
