// How events encode outcomes, and what each kind says about an address.
import type { OutcomeKind } from './events.js'

/** What the outcomes of a verification say about it: whether the address was worth accepting. */
export type Label = 'good' | 'bad'

/** Letters of recorded outcomes: one that has been used never changes its meaning. */
export const KIND_LETTERS: { readonly [kind in OutcomeKind]: string } = {
  confirmed: 'c',
  delivered: 'd',
  engaged: 'e',
  complained: 'x',
  bounced_hard: 'h',
  bounced_soft: 's',
}
/** Letters of labels; a verification that has none yet has `-`. */
const LABEL_LETTERS: { readonly [label in Label]: string } = { good: 'g', bad: 'b' }

const KIND_OF = new Map(Object.entries(KIND_LETTERS).map(([kind, letter]) => [letter, kind as OutcomeKind]))
const LABEL_OF = new Map(Object.entries(LABEL_LETTERS).map(([label, letter]) => [letter, label as Label]))

export const kindOf = (letter: string): OutcomeKind => KIND_OF.get(letter)!
/** @returns undefined if there is none */
export const labelOf = (letter: string): Label | undefined => LABEL_OF.get(letter)
export const labelLetter = (label: Label | undefined): string => (label === undefined ? '-' : LABEL_LETTERS[label])

/**
 * What a kind of outcome says. A complaint is bad although its mail arrived: the person did not want it. A soft bounce says nothing,
 * because the next attempt may succeed.
 */
export const LABELS: { readonly [kind in OutcomeKind]: Label | undefined } = {
  confirmed: 'good',
  delivered: 'good',
  engaged: 'good',
  complained: 'bad',
  bounced_hard: 'bad',
  bounced_soft: undefined,
}

/** Kinds which prove that mail arrived. */
export const ARRIVED: readonly OutcomeKind[] = ['confirmed', 'delivered', 'engaged', 'complained']
