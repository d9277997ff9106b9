/** The description of `--json` for a command that prints an object. */
export const jsonObject = (...members: readonly string[]): string => `Print a JSON object: ${members.join(', ')}`

/** The same for a command that prints an array of objects. */
export const jsonArray = (...members: readonly string[]): string =>
  `Print a JSON array of objects: ${members.join(', ')}`

/** The members of an account, of a key and of a webhook. */
export const ACCOUNT_MEMBERS = [
  'id',
  'email',
  'name',
  'plan',
  'email_confirmed_at',
  'keep_addresses_days',
  'created_at',
  'updated_at',
  'per_minute',
  'per_month',
  'active_keys',
]
export const KEY_MEMBERS = [
  'id',
  'name',
  'masked',
  'sandbox',
  'created_at',
  'expires_at',
  'expires_in_days',
  'last_used_at',
  'scopes',
  'networks',
  'publishable',
  'origins',
]
