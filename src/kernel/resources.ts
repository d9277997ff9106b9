/** Closes what was opened: the last first, because it may still use those before it. */
export interface Resources {
  /** Has this closed too. */
  add(close: () => unknown): void
  /** Each is closed once, also when closing another fails. @throws the first of those failures */
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
 * Opens what has many parts. When one of them cannot be opened, those before it are closed again.
 * @param open adds to `closing` how each part is closed, as soon as it is open
 */
export async function withResources<T extends object>(
  open: (closing: Resources) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closing = createResources()
  try {
    return { ...(await open(closing)), close: closing.close }
  } catch (error) {
    // Why it could not be opened says more than what else goes wrong then.
    await closing.close().catch(() => {})
    throw error
  }
}
