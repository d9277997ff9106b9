import type { ActivityType } from '../api/operations.generated.js'

/** Outlines in a square of 24 units. Emoji would depend on the fonts of the system. */
const PATHS: { readonly [type in ActivityType]: string } = {
  CACHE_HIT: 'M13 2 4 14h7l-1 8 9-12h-7z',
  NEW_DOMAIN: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c6 5 6 13 0 18M12 3c-6 5-6 13 0 18',
  VALIDATION: 'M4 13l5 5L20 6',
  BULK: 'M3 8l9-5 9 5v8l-9 5-9-5zM3 8l9 5 9-5M12 13v8',
}

/** A decoration beside text that says the same. */
export const Icon = ({ type }: { type: ActivityType }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[type]} />
  </svg>
)
