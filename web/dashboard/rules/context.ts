import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** What all parts of the form share. */
export interface Editing {
  /** What the service says about a rule or a condition. */
  readonly problemsOf: (part: unknown) => readonly string[]
  /** Moves the keyboard focus to an element, by its id, once the next change is shown. */
  readonly focus: (id: string) => void
}

export const EditingContext = createContext<Editing>(undefined as unknown as Editing)
export const useEditing = (): Editing => useContext(EditingContext)
