/** Says so where a wish to share signals was not followed. */
export const sharingHeaders = (sharing: 'off' | 'on' | 'ignored-plan'): Record<string, string> =>
  sharing === 'ignored-plan' ? { 'X-Signal-Sharing': sharing } : NONE

const NONE = {}
