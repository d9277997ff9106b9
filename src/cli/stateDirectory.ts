import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The directory in which commands remember what they have begun, per user: as the XDG Base Directory Specification 0.8 says, and
 * on Windows in the local application data.
 */
export function stateDirectory(env = process.env): string {
  const base = env.XDG_STATE_HOME || (process.platform === 'win32' && env.LOCALAPPDATA)
  return join(base || join(homedir(), '.local', 'state'), 'mailproof')
}
