interface PagesProps {
  readonly isFirst: boolean
  /** Where the next page starts; absent on the last. */
  readonly next: string | null | undefined
  /** What the buttons say. */
  readonly names?: readonly [before: string, after: string]
  readonly onNewer: () => void
  readonly onOlder: (cursor: string) => void
}

/** The buttons below a list, usually newest first, that is shown page by page; nothing below the only page. */
export const Pages = ({ isFirst, next, names: [before, after] = ['Newer', 'Older'], onNewer, onOlder }: PagesProps) =>
  isFirst && !next ? null : (
    <p class="pages">
      <button type="button" aria-disabled={isFirst} onClick={() => !isFirst && onNewer()}>
        {before}
      </button>{' '}
      <button type="button" aria-disabled={!next} onClick={() => next && onOlder(next)}>
        {after}
      </button>
    </p>
  )
