import type { Collection, CollectionOptions, Db, Document } from 'mongodb'

/** A database whose client can be replaced. Its users keep their collections. */
interface ReplaceableDb {
  /** Each operation uses the client that is current when it starts. */
  readonly db: Db
  current(): Db
  /** Cursors and calls in flight stay with the client with which they began. */
  replace(next: Db): void
}

export function createReplaceableDb(first: Db): ReplaceableDb {
  let current = first
  const db = forwarding(() => current, { collection: collectionOf })

  /** The same collection of each database that is current in turn. */
  function collectionOf<T extends Document>(name: string, options?: CollectionOptions): Collection<T> {
    let opened = current
    let collection = opened.collection<T>(name, options)
    return forwarding(() => {
      if (opened !== current) {
        opened = current
        collection = opened.collection<T>(name, options)
      }
      return collection
    })
  }

  return {
    db,
    current: () => current,
    replace(next) {
      current = next
    },
  }
}

/** An object that forwards each access to its target at that time, except for the given methods. */
function forwarding<T extends object>(targetNow: () => T, methods: Partial<T> = {}): T {
  return new Proxy<T>(Object.create(Object.getPrototypeOf(targetNow())), {
    get(_, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof T]
      const target = targetNow()
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
