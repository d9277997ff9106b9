import { useEffect, useRef, useState } from 'preact/hooks'

/** Takes files that are dropped anywhere on the page. @returns whether something is being dragged over it */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles

  useEffect(() => {
    const enter = () => setIsOver(true)
    const leave = ({ relatedTarget }: DragEvent) => {
      // Null once the pointer has left the window; otherwise it has only moved to another element.
      if (relatedTarget === null) setIsOver(false)
    }
    const drop = ({ dataTransfer }: DragEvent) => {
      setIsOver(false)
      latest.current([...(dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', enter)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', enter)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
