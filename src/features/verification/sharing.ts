import type { Caller } from '../accounts/index.js'

/** What becomes of a wish to share: the free plan looks up in the signal pool, and does not contribute to it. */
export const sharingOf = ({ plan }: Caller, wished: boolean): 'off' | 'on' | 'ignored-plan' =>
  !wished ? 'off' : plan === 'free' ? 'ignored-plan' : 'on'
