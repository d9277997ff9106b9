/** The data on disk cannot be used as it is. The message is one line: which path, what is wrong, what to do. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError'
}
