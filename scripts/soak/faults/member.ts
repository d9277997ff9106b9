import { type Answer, client, type RequestOptions } from '../../../test/support/client.js'
import type { Settings } from '../../../test/support/program.js'
import type { MadeAccount } from '../accounts.js'
import { BUILT, type ServiceProcess, startServiceProcess } from '../serviceProcess.js'

export type Role = 'all' | 'api' | 'worker'

/** A service process and its clients. */
export interface Member extends ServiceProcess {
  readonly role: Role
  ask(method: string, path: string, account: Pick<MadeAccount, 'key'>, options?: RequestOptions): Promise<Answer>
}

/**
 * Starts the built service as one process. It closes its clients when it is stopped or killed.
 * @param words options of node, before the program
 */
export async function startMember(settings: Settings, role: Role, words: readonly string[] = []): Promise<Member> {
  const service = await startServiceProcess({ program: [...words, ...BUILT], env: { ...settings, ROLE: role } })
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
