const sharedEvents = new WeakSet<object>()

/** Whether the fields of an event depend on the event alone, so that one execution serves all of its subscribers. */
export const isSharedEvent = (event: unknown): event is object =>
  typeof event === 'object' && event !== null && sharedEvents.has(event)

/** Declares the values of a generator as shared events: objects whose fields do not depend on the subscriber. */
export async function* asSharedEvents<T extends object>(values: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  for await (const value of values) {
    sharedEvents.add(value)
    yield value
  }
}
