declare module 'fs-native-extensions' {
  const extensions: {
    /** Locks the whole file for this open file description, until it is closed or the process ends. @returns whether it did */
    tryLock(file: number, options?: { readonly shared: boolean }): boolean
    unlock(file: number): void
  }
  export default extensions
}
