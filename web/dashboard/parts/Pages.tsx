interface PagesProps {
  readonly isFirst: boolean
  /** Where the next page starts; absent on the last. */
  readonly next: string | null | undefined
  readonly onNewer: () => void
  readonly onOlder: (cursor: string) => void
}

/** The buttons below a list, newest first, that is shown page by page. */
export const Pages = ({ isFirst, next, onNewer, onOlder }: PagesProps) => (
  <p class="pages">
    <button type="button" aria-disabled={isFirst} onClick={() => !isFirst && onNewer()}>
      Newer
    </button>{' '}
    <button type="button" aria-disabled={!next} onClick={() => next && onOlder(next)}>
      Older
    </button>
  </p>
)
