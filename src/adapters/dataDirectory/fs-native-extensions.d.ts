declare module 'fs-native-extensions' {
  const extensions: {
    /** Locks the whole file for this open file description, until it is closed or the process ends. @returns false when it is locked by another */
    tryLock(file: number, options?: { readonly shared: boolean }): boolean
    /** The same for some of its bytes; on macOS for the whole file. */
    tryLock(file: number, offset: number, length: number, options?: { readonly shared: boolean }): boolean
    unlock(file: number): void
  }
  export default extensions
}
