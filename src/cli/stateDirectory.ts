import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * The directory in which commands remember what they have begun, per user: as the XDG Base Directory Specification 0.8 says, which
 * has relative paths ignored, and on Windows in the local application data.
 */
export function stateDirectory(env = process.env): string {
  const bases = [env.XDG_STATE_HOME, process.platform === 'win32' ? env.LOCALAPPDATA : undefined]
  return join(bases.find((base) => base && isAbsolute(base)) ?? join(homedir(), '.local', 'state'), 'mailproof')
}
