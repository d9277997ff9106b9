// What operator commands share: opened stores, and the actor that their events name.
import type { Container, ContainerOptions } from '../composition/index.js'
import { loadConfig } from '../config.js'
import type { Actor } from '../kernel/actor.js'
import { newId } from '../kernel/ids.js'

/** Opens the stores without the exclusive lock, so that a running service can keep them open, and closes them after `use`. */
export async function withContainer<T>(
  use: (container: Container) => Promise<T>,
  options: Omit<ContainerOptions, 'exclusive'> = {},
): Promise<T> {
  const { createContainer } = await import('../composition/container.js')
  const container = await createContainer(loadConfig(), { exclusive: false, ...options })
  try {
    return await use(container)
  } finally {
    await container.close()
  }
}

/** As `withContainer`, for commands that need only the accounts. */
export const withAccounts = <T>(use: (accounts: Container['accounts']) => Promise<T>): Promise<T> =>
  withContainer(({ accounts }) => use(accounts))

export function operator(): Actor {
  const id = newId()
  return { id: 'operator', correlationId: id, commandId: id }
}
