import type { Restored } from '../../composition/backup/restore.js'
import { plural } from '../progress/words.js'

/** Members of a restore's JSON. */
export const RESTORED_MEMBERS = [
  'events',
  'time',
  'position',
  'models',
  'different',
  'keys',
  'missing_keys',
  'blobs',
  'records',
  'erased',
] as const

/** Whether everything is there and as it was. */
export const isWhole = ({ different, missingKeys }: Pick<Restored, 'different' | 'missingKeys'>): boolean =>
  different.length === 0 && missingKeys === 0

/** `3,200,031 events to 2026-11-25T03:10:00.000Z, 17 read models equal, 0 keys missing, 3 blobs, 2 erasures applied` */
export function restoredText({
  events,
  time,
  models,
  different,
  missingKeys,
  blobs,
  records,
  erased,
}: Restored): string {
  return [
    `${plural(events, 'event')}${time === null ? '' : ` to ${time}`}`,
    different.length === 0
      ? `${plural(models, 'read model')} equal`
      : `read models that differ: ${different.join(', ')}`,
    `${plural(missingKeys, 'key')} missing`,
    plural(blobs, 'blob'),
    plural(records, 'record'),
    `${plural(erased, 'erasure')} applied`,
  ].join(', ')
}
