import { type Answer, client, type RequestOptions } from '../callers/client.js'
import type { MadeAccount } from './accounts.js'
import type { Settings } from './program.js'
import { BUILT, type ServiceProcess, startServiceProcess } from './serviceProcess.js'

export type Role = 'all' | 'api' | 'worker'

/** One process of a service, and an HTTP client for it. */
export interface Member extends ServiceProcess {
  readonly role: Role
  ask(method: string, path: string, account: Pick<MadeAccount, 'key'>, options?: RequestOptions): Promise<Answer>
}

/**
 * Starts one process of the built service. Its client is closed when it is stopped or killed.
 * @param nodeOptions options of Node, before the program
 * @param commandPrefix command that starts Node
 */
export async function startMember(
  settings: Settings,
  role: Role,
  nodeOptions: readonly string[] = [],
  commandPrefix: readonly string[] = [],
): Promise<Member> {
  const program = [...nodeOptions, ...BUILT]
  const service = await startServiceProcess({ program, env: { ...settings, ROLE: role }, commandPrefix })
  const http = client(service.url)
  return {
    ...service,
    role,
    ask: (method, path, { key }, options) => http.request(method, path, { key, ...options }),
    async stop() {
      http.close()
      await service.stop()
    },
    async kill() {
      http.close()
      await service.kill()
    },
  }
}
