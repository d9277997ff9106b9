declare module 'fs-native-extensions' {
  const extensions: {
    /** Whether the whole file is locked now, for this open file, until it is closed or its process ends. */
    tryLock(file: number, options?: { readonly shared: boolean }): boolean
    unlock(file: number): void
  }
  export default extensions
}
