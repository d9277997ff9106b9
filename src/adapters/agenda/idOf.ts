import { type JobId, type JobParameters, toJobId } from 'agenda'
import { canonicalJson } from '../../kernel/canonicalJson.js'
import { newId, sha256 } from '../../kernel/ids.js'

/** The id of a job: equal for equal unique conditions, so that a unique job exists at most once. */
export function idOf<DATA>({ _id, name, type, unique }: JobParameters<DATA>): JobId {
  if (_id) return _id
  const condition = unique ?? (type === 'single' ? { type } : undefined)
  return toJobId(condition ? sha256(`${name} ${canonicalJson(condition)}`) : newId())
}
