/** Runs work without the rights of root, who may access everything: as the user nobody, if the tests run as root. */
export async function asAnotherUser<T>(work: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid!(65_534)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
  }
}
