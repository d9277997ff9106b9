/** The data on disk cannot be used. The message is one line: which path, what is wrong, and what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}
