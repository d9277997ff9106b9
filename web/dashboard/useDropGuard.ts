import { useEffect } from 'preact/hooks'

/** Keeps a file that is dropped anywhere on the page from replacing it, which would lose the key. */
export function useDropGuard(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', keep)
    addEventListener('drop', keep)
    return () => {
      removeEventListener('dragover', keep)
      removeEventListener('drop', keep)
    }
  }, [])
}
