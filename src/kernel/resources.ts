/** A stack of resources to close, in reverse order of opening, because later ones may still use earlier ones. */
export interface Resources {
  /** Registers a function that closes one resource. */
  add(close: () => unknown): void
  /** Closes each resource once, even if closing another one fails. @throws the first of those failures */
  close(): Promise<void>
}

export function createResources(): Resources {
  const open: (() => unknown)[] = []
  return {
    add: (close) => void open.push(close),
    async close() {
      const failures: unknown[] = []
      for (let close = open.pop(); close; close = open.pop()) {
        try {
          await close()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/**
 * Opens something that consists of several resources. If one cannot be opened, those opened before it are closed again.
 * @param open registers with `closing` how to close each resource, as soon as that resource is open
 */
export async function withResources<T extends object>(
  open: (closing: Resources) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closing = createResources()
  try {
    return { ...(await open(closing)), close: closing.close }
  } catch (error) {
    // The reason why opening failed matters more than a failure to close.
    await closing.close().catch(() => {})
    throw error
  }
}
